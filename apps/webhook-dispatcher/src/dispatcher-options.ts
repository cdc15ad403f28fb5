import type { EventLog } from "@ruaflow/event-log";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { DisableRule } from "@ruaflow/metadata-store/delivery";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { SenderOptions } from "@ruaflow/webhooks";

/** What dispatching works with. */
export interface DispatcherOptions extends Pick<SenderOptions, "allow" | "ca" | "resolveHost"> {
  readonly log: EventLog;
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Time for one attempt. */
  readonly deadlineMs: number;
  /** Delays between attempts times this. */
  readonly scheduleFactor: number;
  /** What disables a webhook that keeps failing. */
  readonly disableAfter: DisableRule;
  readonly now?: () => Date;
  /** How long stopping waits for attempts under way before they are given back; 15 s when absent. */
  readonly drainMs?: number;
}
