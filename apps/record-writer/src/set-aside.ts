import type { ReportMessage } from "@ruaflow/report/message";
import { describeError, isOutage, RefusedWriteError } from "@ruaflow/runtime/errors";
import { deadLetter } from "@ruaflow/runtime/outcome";
import type { WriteOutcome } from "./read-messages.ts";
import { groupByReport, type ReportPart } from "./report-parts.ts";
import { toArrival } from "./rows.ts";
import { StaleError, writeBatch } from "./write-batch.ts";
import type { WriteContext } from "./write-context.ts";

/** Consecutive errors of unknown kind before the reports of a write are tried one by one. */
const FAILURES_MAX = 3;

type Outcomes = Map<ReportMessage, WriteOutcome>;

/** Writes messages as `writeBatch` does. */
export type WriteMessages = (
  messages: readonly ReportMessage[],
  context: WriteContext,
) => Promise<ReadonlyMap<ReportMessage, WriteOutcome>>;

/**
 * Writes messages so that one report never blocks the others. A write that a store refuses permanently is split in
 * halves until the report at fault is isolated; it is set aside as a dead letter. The same happens with an error that
 * is not an outage, after three in a row, and only if another report of the write succeeded: otherwise the store may be
 * at fault.
 */
export function createIsolatingWriter(): WriteMessages {
  let failures = 0;
  return async (messages, context) => {
    try {
      const written = await writeBatch(messages, context);
      failures = 0;
      return written;
    } catch (error) {
      if (isOutage(error) || error instanceof StaleError) throw error;
      failures += 1;
      if (!(error instanceof RefusedWriteError) && failures < FAILURES_MAX) throw error;
      return writeSeparately(groupByReport(messages), context);
    }
  };
}

interface Failure {
  readonly part: ReportPart;
  readonly error: unknown;
}

async function writeSeparately(parts: readonly ReportPart[], context: WriteContext): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  const failed: Failure[] = [];
  await writeHalves(parts, { context, outcomes, failed });
  for (const { part, error } of failed) {
    const isRefused = error instanceof RefusedWriteError;
    if (!isRefused && outcomes.size === 0) throw error;
    const reason = isRefused ? "refused" : "unsettled";
    const detail = describeError(error);
    await cleanUp(part, { reason, detail }, context).catch(ignoreRefusal);
    const outcome = deadLetter(reason, detail);
    for (const message of part.received) outcomes.set(message, outcome);
  }
  return outcomes;
}

interface SplitWrite {
  readonly context: WriteContext;
  readonly outcomes: Outcomes;
  readonly failed: Failure[];
}

/** Each try has its own attempt number from T1, so that rows left by a failed one can be identified. */
async function writeHalves(parts: readonly ReportPart[], split: SplitWrite): Promise<void> {
  const { context, outcomes, failed } = split;
  try {
    const messages = parts.flatMap(({ received }) => received);
    for (const [message, outcome] of await writeBatch(messages, context)) outcomes.set(message, outcome);
  } catch (error) {
    if (isOutage(error) || error instanceof StaleError || context.isStale()) throw error;
    const [part] = parts;
    if (part !== undefined && parts.length === 1) {
      failed.push({ part, error });
      return;
    }
    const middle = parts.length >> 1;
    await writeHalves(parts.slice(0, middle), split);
    await writeHalves(parts.slice(middle), split);
  }
}

/** A report that a store refuses has left no rows there either. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof RefusedWriteError)) throw error;
}

/**
 * Deletes the rows of a report that is set aside, unless the same report is stored, and saves its outcome for the
 * sender.
 */
async function cleanUp(
  part: ReportPart,
  { reason, detail }: { readonly reason: string; readonly detail: string },
  { metadata, records }: WriteContext,
): Promise<void> {
  const { facts } = part;
  const known = await metadata.reports.findKnownReports([facts.reportKey]);
  if (known.get(facts.reportKey)?.state === "pending")
    await metadata.reports.whileRowsChange([facts.organizationId], (change) =>
      records.deleteReports(change, facts.organizationId, { reports: [facts] }),
    );
  await metadata.intake.saveArrivals([{ ...toArrival(part, "new"), outcome: "refused", reason, detail }]);
}
