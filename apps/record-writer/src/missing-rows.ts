import type { ReadBack } from "@ruaflow/record-store/rows";
import {
  countLines,
  joinLines,
  type ReportMessage,
  readFirstOrdinal,
  readOrdinal,
  splitLines,
} from "@ruaflow/report/message";
import type { ReportPart } from "./report-parts.ts";
import type { WriteContext } from "./write-context.ts";

/** The rows of a part that ClickHouse does not have yet. */
export interface MissingRows {
  readonly part: ReportPart;
  /** Its messages, reduced to their missing lines; messages that lack nothing are left out. */
  readonly messages: readonly ReportMessage[];
  readonly hasReportRow: boolean;
  /** The report ends here, but records before this part never arrived. */
  readonly incomplete: boolean;
}

interface Claimed {
  readonly part: ReportPart;
  readonly result: string;
}

/**
 * Finds the rows to insert. A report that is new to the ledger has no rows, since the ledger is written before any
 * insert. Anything else may have been inserted by a process that stopped before it recorded this: ClickHouse is
 * queried, and only rows that it lacks remain.
 */
export async function findMissing(claimed: readonly Claimed[], context: WriteContext): Promise<readonly MissingRows[]> {
  const newParts = claimed.filter(({ part, result }) => isEntirelyNew(part, result));
  const uncertainParts = claimed.filter(({ part, result }) => !isEntirelyNew(part, result));
  return [
    ...newParts.map(({ part }) => ({ part, messages: withRows(part), hasReportRow: false, incomplete: false })),
    ...(await findMissingOfUncertain(
      uncertainParts.map(({ part }) => part),
      context,
    )),
  ];
}

function isEntirelyNew({ messages }: ReportPart, result: string): boolean {
  return result === "new" && messages[0]?.chunk.index === 0;
}

async function findMissingOfUncertain(parts: readonly ReportPart[], context: WriteContext): Promise<MissingRows[]> {
  const missing: MissingRows[] = [];
  for (const [organizationId, group] of Map.groupBy(parts, ({ facts }) => facts.organizationId)) {
    const answers = await context.records.readBack(
      organizationId,
      group.map(({ facts }) => facts),
    );
    const found = new Map(answers.map((answer) => [answer.reportId, answer]));
    for (const part of group) missing.push(await findMissingOf(part, found.get(part.facts.reportId), context));
  }
  return missing;
}

async function findMissingOf(
  part: ReportPart,
  found: ReadBack | undefined,
  context: WriteContext,
): Promise<MissingRows> {
  const stored = found?.ordinals ?? 0;
  const messages = await withoutStoredRows(part, found, context);
  const inserted = messages.reduce((rows, { lines }) => rows + countLines(lines), 0);
  const incomplete = part.endsReport && stored + inserted < part.facts.totals.records;
  const hasReportRow = (found?.reportRows ?? 0) > 0;
  return { part, messages: incomplete ? [] : messages, hasReportRow, incomplete };
}

async function withoutStoredRows(
  part: ReportPart,
  found: ReadBack | undefined,
  context: WriteContext,
): Promise<ReportMessage[]> {
  const { facts } = part;
  const messages = withRows(part);
  const firstOrdinal = messages[0] ? readFirstOrdinal(messages[0].lines) : null;
  if (firstOrdinal === null || found?.ordinals === facts.totals.records) return [];
  // Chunks mostly arrive in order: then every stored row precedes this part, and none of its own rows is stored.
  if (found === undefined || found.ordinals === 0 || found.lastOrdinal < firstOrdinal) return messages;
  const stored = await context.records.readOrdinals(facts.organizationId, facts);
  return messages.flatMap((message) => {
    const lines = splitLines(message.lines).filter((line) => !stored.has(readOrdinal(line)));
    return lines.length > 0 ? [{ ...message, lines: joinLines(lines) }] : [];
  });
}

function withRows({ messages }: ReportPart): ReportMessage[] {
  return messages.filter(({ lines }) => lines.length > 0);
}
