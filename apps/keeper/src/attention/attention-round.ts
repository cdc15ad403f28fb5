import type { MetadataStore } from "@ruaflow/metadata-store";
import { ATTENTION_CHANGES_MAX, type AttentionChange, attentionReasonNames } from "@ruaflow/metadata-store/attention";
import { isOutage } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Counter, Metrics } from "@ruaflow/runtime/metrics";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { createAttentionChanged } from "@ruaflow/webhooks/events";

export interface AttentionRoundOptions {
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
}

/** From the beginning of a round to that of the next, in whichever process. */
const EVERY_MS = 30_000;
/** Retention of reasons that ended. */
const RETENTION_MS = 180 * 86_400_000;
/** Changes of one transaction, whose domains cannot be deleted meanwhile. */
const CHANGES_PER_TRANSACTION = 1000;

/**
 * Finds which domains need attention and why, from what the other loops have saved, and saves what changed. The row of a reason is
 * the guard of its events: whatever is repeated after a crash, or done by a second process, finds it changed already.
 */
export function createAttentionRound(options: AttentionRoundOptions): LoopOptions["work"] {
  const { metadata, logger, now } = options;
  const changed = options.metrics.counter(
    "ruaflow_attention_changes_total",
    "Reasons for attention that opened or closed.",
    { reason: attentionReasonNames, state: attentionStates },
  );
  return async (stopping) => {
    const begunAt = now();
    const last = await metadata.watch.readLastRound("attention");
    if (last !== null && begunAt.getTime() - last.getTime() < EVERY_MS) return false;
    for (const organizationId of await metadata.attention.listAttentionOrganizations()) {
      if (stopping.aborted) return false;
      try {
        count(changed, await saveOrganization(metadata, organizationId, begunAt));
      } catch (error) {
        if (isOutage(error)) throw error;
        logger.error({ err: error, organizationId }, "reasons for attention could not be saved");
      }
    }
    await metadata.attention.purgeAttention(new Date(begunAt.getTime() - RETENTION_MS));
    await metadata.watch.saveRound("attention", begunAt);
    return false;
  };
}

async function saveOrganization(
  { attention }: MetadataStore,
  organizationId: string,
  now: Date,
): Promise<AttentionChange[]> {
  const saved: AttentionChange[] = [];
  for (;;) {
    const changes = await attention.readAttentionChanges(organizationId, now);
    const before = saved.length;
    for (let start = 0; start < changes.length; start += CHANGES_PER_TRANSACTION) {
      const some = changes.slice(start, start + CHANGES_PER_TRANSACTION);
      const request = { changes: some, now, toEvent: createAttentionChanged };
      saved.push(...(await attention.saveAttention(organizationId, request)));
    }
    if (changes.length < ATTENTION_CHANGES_MAX || saved.length === before) return saved;
  }
}

const attentionStates = ["opened", "closed"] as const;

function count(changed: Counter<"reason" | "state">, changes: readonly AttentionChange[]): void {
  for (const { kind, reason } of changes) {
    if (kind === "open") changed.inc({ reason, state: "opened" });
    if (kind === "settle") changed.inc({ reason, state: "closed" });
  }
}
