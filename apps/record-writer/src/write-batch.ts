import type { ReportMessage } from "@ruaflow/event-log";
import type { ClaimResult } from "@ruaflow/metadata-store";
import { deadLetter, drop, ok } from "@ruaflow/runtime";
import { findMissing, type MissingRows } from "./missing-rows.ts";
import type { WriteOutcome } from "./read-messages.ts";
import { groupByReport, type ReportPart, splitIntoRounds } from "./report-parts.ts";
import { toArrival, toClaim, toRecordBatch, toReportRow } from "./rows.ts";
import type { WriteContext } from "./write-context.ts";

/**
 * Writes messages to ClickHouse exactly once, in the only order that can promise it:
 *
 * 1. T1: the ledger says `pending` before anything is inserted
 * 2. for what was tried before, ask ClickHouse what is there
 * 3. insert what is missing, records first, then the report's row
 * 4. T2: the ledger says `stored`; the arrivals are written with it
 *
 * The caller commits the offset last. A crash anywhere repeats steps and doubles nothing.
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

async function writeRound(parts: readonly ReportPart[], context: WriteContext, outcomes: Outcomes): Promise<void> {
  const { metadata, attempt } = context;
  const results = await metadata.claimReports(attempt, parts.map(toClaim));
  const claimed = parts.flatMap((part, index) => {
    const result = results[index];
    return result ? [{ part, result }] : [];
  });
  const ours = claimed.filter(({ result }) => result === "new" || result === "uncertain");
  const missing = await findMissing(ours, context);
  await insertMissing(missing, context);
  await finishRound(claimed, missing, { context, outcomes });
}

async function insertMissing(missing: readonly MissingRows[], context: WriteContext): Promise<void> {
  const { records, attempt } = context;
  const batches = missing.flatMap(({ part, messages }) => messages.map((rows) => toRecordBatch(part, rows, attempt)));
  const complete = missing.filter((rows) => rows.part.endsReport && !rows.reportRowIsThere && !rows.incomplete);
  assertOurs(context);
  if (batches.length > 0) await records.insertRecords(batches);
  assertOurs(context);
  if (complete.length > 0) await records.insertReports(complete.map(({ part }) => toReportRow(part, attempt)));
}

function assertOurs({ isStale }: WriteContext): void {
  if (isStale()) throw new Error("the partition may belong to another record-writer by now; nothing more is written");
}

interface Finishing {
  readonly context: WriteContext;
  readonly outcomes: Outcomes;
}

/** T2 for the reports whose last message is here, and the arrivals of those that are copies or conflicts. */
async function finishRound(
  claimed: readonly ClaimedPart[],
  missing: readonly MissingRows[],
  { context, outcomes }: Finishing,
): Promise<void> {
  const { metadata, attempt } = context;
  const broken = new Set(missing.filter(({ incomplete }) => incomplete).map(({ part }) => part));
  const finished = claimed.filter(({ part, result }) => part.endsReport && !broken.has(part) && result !== "stored");
  const completed = finished.filter(({ result }) => result === "new" || result === "uncertain");
  const lost = await metadata.completeReports(attempt, {
    completions: completed.map(({ part, result }) => ({
      reportKey: part.facts.reportKey,
      arrival: toArrival(part, result),
    })),
    arrivals: finished.filter((one) => !completed.includes(one)).map(({ part, result }) => toArrival(part, result)),
  });
  const contested = completed.filter(
    ({ part, result }) => result === "uncertain" || lost.includes(part.facts.reportKey),
  );
  if (context.readBack)
    await removeSurplus(
      contested.map(({ part }) => part),
      context,
    );
  const rows = new Map(missing.map(({ part, messages }) => [part, messages.length]));
  for (const { part, result } of claimed) {
    const outcome = broken.has(part) ? describeBroken(part) : toOutcome(result, rows.get(part) ?? 0);
    for (const message of part.messages) outcomes.set(message, outcome);
  }
}

/**
 * Somebody else may have been inserting these reports at the same time: a writer that was stopped for longer than the
 * group waits, or an insert whose answer was lost. Each looks after its own insert, so the last one sees what is double.
 */
async function removeSurplus(parts: readonly ReportPart[], { records }: WriteContext): Promise<void> {
  for (const [organizationId, group] of Map.groupBy(parts, ({ facts }) => facts.organizationId)) {
    const locations = group.map(({ facts }) => facts);
    for (const found of await records.readBack(organizationId, locations)) {
      const location = locations.find(({ reportId }) => reportId === found.reportId);
      const isDouble = found.rows > found.ordinals || found.reportRows > 1;
      if (isDouble && location) await records.deleteSurplus(organizationId, location);
    }
  }
}

function toOutcome(result: ClaimResult, rows: number): WriteOutcome {
  switch (result) {
    case "new":
    case "uncertain":
      return ok(rows);
    case "stored":
      return drop("stored-before");
    case "duplicate":
    case "conflict":
      return drop(result);
    case "dropped":
      return drop("domain-gone");
  }
}

function describeBroken({ facts }: ReportPart): WriteOutcome {
  const detail = `the report's last message came, but fewer than its ${facts.totals.records} records are there`;
  return deadLetter("incomplete", detail);
}
