import type { ReportMessage } from "@ruaflow/event-log/report-reader";
import { type ReadBack, readOrdinal } from "@ruaflow/record-store/rows";
import type { ReportPart } from "./report-parts.ts";
import type { WriteContext } from "./write-context.ts";

/** What of a part is not yet in ClickHouse. */
export interface MissingRows {
  readonly part: ReportPart;
  /** Its messages with the lines that are missing; messages of which nothing is missing are left out. */
  readonly messages: readonly ReportMessage[];
  readonly reportRowIsThere: boolean;
  /** The report ends here, but records before this part never came. */
  readonly incomplete: boolean;
}

interface Claimed {
  readonly part: ReportPart;
  readonly result: string;
}

/**
 * What has to be inserted. A report that is new to the ledger has no row, since the ledger comes before any insert.
 * Everything else may have been inserted by somebody who did not live to say so: ClickHouse is asked, and only what it
 * does not have is left.
 */
export async function findMissing(claimed: readonly Claimed[], context: WriteContext): Promise<readonly MissingRows[]> {
  const certain = claimed.filter(({ part, result }) => isWhollyNew(part, result));
  const doubtful = claimed.filter(({ part, result }) => !isWhollyNew(part, result));
  return [
    ...certain.map(({ part }) => ({ part, messages: withRows(part), reportRowIsThere: false, incomplete: false })),
    ...(await askWhatIsThere(
      doubtful.map(({ part }) => part),
      context,
    )),
  ];
}

function isWhollyNew({ messages }: ReportPart, result: string): boolean {
  return result === "new" && messages[0]?.chunk.index === 0;
}

async function askWhatIsThere(parts: readonly ReportPart[], context: WriteContext): Promise<MissingRows[]> {
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
  const inserted = messages.reduce((rows, { lines }) => rows + lines.length, 0);
  const incomplete = part.endsReport && stored + inserted < part.facts.totals.records;
  const reportRowIsThere = (found?.reportRows ?? 0) > 0;
  return { part, messages: incomplete ? [] : messages, reportRowIsThere, incomplete };
}

async function withoutStoredRows(
  part: ReportPart,
  found: ReadBack | undefined,
  context: WriteContext,
): Promise<ReportMessage[]> {
  const { facts } = part;
  const messages = withRows(part);
  const firstLine = messages[0]?.lines[0];
  if (firstLine === undefined || found?.ordinals === facts.totals.records) return [];
  // Mostly chunks come in order: then everything that is there comes before this part, and nothing of it is there.
  if (found === undefined || found.ordinals === 0 || found.lastOrdinal < readOrdinal(firstLine)) return messages;
  const there = await context.records.readOrdinals(facts.organizationId, facts);
  return messages.flatMap((message) => {
    const lines = message.lines.filter((line) => !there.has(readOrdinal(line)));
    return lines.length > 0 ? [{ ...message, lines }] : [];
  });
}

function withRows({ messages }: ReportPart): ReportMessage[] {
  return messages.filter(({ lines }) => lines.length > 0);
}
