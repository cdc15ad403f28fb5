import type { ClaimResult } from "@ruaflow/metadata-store/reports";
import type { ReportMessage } from "@ruaflow/report/message";
import { deadLetter, drop, ok } from "@ruaflow/runtime/outcome";
import { countDays } from "./count-days.ts";
import { findMissing, type MissingRows } from "./missing-rows.ts";
import type { WriteOutcome } from "./read-messages.ts";
import { removeOtherContent } from "./remove-other-content.ts";
import { removeSurplus } from "./remove-surplus.ts";
import { createReportEvents } from "./report-events.ts";
import { groupByReport, type ReportPart, splitIntoRounds } from "./report-parts.ts";
import { toArrival, toClaim, toListed, toRecordBatch, toReportRow, toVouched } from "./rows.ts";
import type { RoundContext, WriteContext } from "./write-context.ts";

/**
 * Writes messages to ClickHouse exactly once. Only this order guarantees that:
 * 1. T1: the ledger says `pending` before anything is inserted
 * 2. read back which rows exist of reports that were tried before, or that a restored ledger may have lost
 * 3. insert the missing rows, records first, then the report's row
 * 4. remove duplicate rows of reports that were tried before
 * 5. T2: the ledger says `stored`; the arrivals and the events are written in the same transaction
 *
 * The caller commits the offset last. A crash at any point repeats steps and duplicates nothing.
 */
export async function writeBatch(
  messages: readonly ReportMessage[],
  context: WriteContext,
): Promise<ReadonlyMap<ReportMessage, WriteOutcome>> {
  const outcomes = new Map<ReportMessage, WriteOutcome>();
  for (const round of splitIntoRounds(groupByReport(messages))) {
    await context.heartbeat();
    await writeRound(round, context, outcomes);
  }
  return outcomes;
}

type Outcomes = Map<ReportMessage, WriteOutcome>;
interface ClaimedPart {
  readonly part: ReportPart;
  readonly result: ClaimResult;
}

async function writeRound(parts: readonly ReportPart[], write: WriteContext, outcomes: Outcomes): Promise<void> {
  const { results, ...numbers } = await write.ledger.claim(parts.map(toClaim), write);
  const context: RoundContext = { ...write, ...numbers };
  const claimed = parts.flatMap((part, index) => {
    const result = results[index];
    return result ? [{ part, result }] : [];
  });
  const ours = claimed.filter(isOurs);
  const forgotten = ours.filter(({ result }) => result === "forgotten").map(({ part }) => part);
  await removeOtherContent(forgotten, context);
  const missing = await findMissing(ours, context);
  await insertMissing(missing, context);
  await finishRound(claimed, missing, { context, outcomes });
}

/** Reports that this writer has to write: all that the ledger assigned to its attempt. */
function isOurs({ result }: ClaimedPart): boolean {
  return result === "new" || result === "uncertain" || result === "forgotten";
}

async function insertMissing(missing: readonly MissingRows[], context: RoundContext): Promise<void> {
  const { records, attempt } = context;
  const batches = missing.flatMap(({ part, messages }) => messages.map((rows) => toRecordBatch(part, rows, attempt)));
  const complete = missing.filter((rows) => rows.part.endsReport && !rows.hasReportRow && !rows.incomplete);
  const parts = missing.map(({ part }) => part);
  if (context.isStale()) throw new StaleError();
  if (batches.length > 0) await records.insertRecords(batches);
  await stopIfStale(parts, context);
  if (complete.length > 0) await records.insertReports(complete.map(({ part }) => toReportRow(part, attempt)));
  await stopIfStale(parts, context);
}

/** The partition may belong to another record-writer, so whatever failed, this writer must stop. */
export class StaleError extends Error {
  override name = "StaleError";
  constructor() {
    super("the partition may belong to another record-writer; nothing more is written");
  }
}

/** The other record-writer may have checked before our rows became visible, so we remove duplicates before stopping. */
async function stopIfStale(parts: readonly ReportPart[], context: RoundContext): Promise<void> {
  if (!context.isStale()) return;
  await removeSurplus(toFacts(parts), context);
  throw new StaleError();
}

const toFacts = (parts: readonly ReportPart[]) => parts.map(({ facts }) => facts);

interface Finishing {
  readonly context: RoundContext;
  readonly outcomes: Outcomes;
}

/** T2 for the reports whose last message is in this round, and the arrivals of copies and conflicts. */
async function finishRound(
  claimed: readonly ClaimedPart[],
  missing: readonly MissingRows[],
  { context, outcomes }: Finishing,
): Promise<void> {
  const incomplete = new Set(missing.filter((rows) => rows.incomplete).map(({ part }) => part));
  const finished = claimed.filter(
    ({ part, result }) => part.endsReport && !incomplete.has(part) && result !== "stored",
  );
  await complete(finished, context);
  const rows = new Map(missing.map(({ part, messages }) => [part, messages.length]));
  for (const { part, result } of claimed) {
    const outcome = incomplete.has(part) ? toIncomplete(part) : toOutcome(result, rows.get(part) ?? 0);
    for (const message of part.received) outcomes.set(message, outcome);
  }
}

async function complete(finished: readonly ClaimedPart[], context: RoundContext): Promise<void> {
  const { metadata, attempt } = context;
  const ours = finished.filter(isOurs);
  const triedBefore = ours.filter(({ result }) => result !== "new").map(({ part }) => part);
  await removeSurplus(toFacts(triedBefore), context);
  const reports = ours.map(({ part }) => part.facts);
  const events = await createReportEvents(reports, context);
  const toDay = await countDays(reports, context);
  const contested = await metadata.reports.completeReports(attempt, {
    completions: ours.map(({ part, result }) => ({
      ...toVouched(part.facts),
      arrival: toArrival(part, result),
      counted: toDay(part.facts),
      listed: toListed(part),
      events: events.get(part.facts) ?? [],
    })),
    arrivals: finished.filter((one) => !ours.includes(one)).map(({ part, result }) => toArrival(part, result)),
  });
  const keys = new Set([...contested.finished, ...contested.taken]);
  const others = ours.map(({ part }) => part).filter(({ facts }) => keys.has(facts.reportKey));
  await removeSurplus(toFacts(others), context);
  if (contested.taken.length > 0)
    throw new Error(`another record-writer has taken over ${contested.taken.length} reports; they are claimed again`);
}

function toOutcome(result: ClaimResult, rows: number): WriteOutcome {
  switch (result) {
    case "new":
    case "uncertain":
    case "forgotten":
      return ok(rows);
    case "stored":
      return drop("stored-before");
    case "duplicate":
    case "conflict":
      return drop(result);
    case "unauthenticated":
      return drop("conflict");
    case "dropped":
      return drop("domain-gone");
  }
}

function toIncomplete({ facts }: ReportPart): WriteOutcome {
  const detail = `the report's last message arrived, but fewer than its ${facts.totals.records} records are stored`;
  return deadLetter("incomplete", detail);
}
