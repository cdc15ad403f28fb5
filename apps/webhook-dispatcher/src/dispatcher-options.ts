import type { EventLog } from "@ruaflow/event-log";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { DisableRule } from "@ruaflow/metadata-store/delivery";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { Tracing } from "@ruaflow/runtime/tracing";
import type { SenderOptions } from "@ruaflow/webhooks";

/** Dependencies and limits of the dispatcher. */
export interface DispatcherOptions extends Pick<SenderOptions, "allow" | "ca" | "resolveHost"> {
  readonly log: EventLog;
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Absent: no traces. */
  readonly tracing?: Tracing;
  /** Time limit of one attempt. */
  readonly deadlineMs: number;
  /** Multiplies the delays between attempts. */
  readonly scheduleFactor: number;
  /** When to disable a webhook that keeps failing. */
  readonly disableAfter: DisableRule;
  readonly now?: () => Date;
  /** How long stopping waits for attempts in flight before their claims are released; default 15 s. */
  readonly drainMs?: number;
}
