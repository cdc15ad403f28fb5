import type { ReportMessage } from "@ruaflow/event-log/report-reader";

/** The messages of one report, of one submission, in one batch: all of it, or some chunks of a large one. */
export interface ReportPart {
  /** The facts that all its messages share. */
  readonly facts: ReportMessage;
  /** One message per chunk, in the order of the chunks. */
  readonly messages: readonly ReportMessage[];
  /** Everything the batch has of it, copies included: each has the part's outcome. */
  readonly received: readonly ReportMessage[];
  /** True when it has the last chunk of the report. */
  readonly endsReport: boolean;
}

/**
 * Puts the messages of each report together. The log delivers at least once, and an append whose answer was lost is
 * repeated: so a message may stand in a batch any number of times, and counts once.
 */
export function groupByReport(messages: readonly ReportMessage[]): readonly ReportPart[] {
  const groups = Map.groupBy(messages, toArrivalKey);
  return [...groups.values()].flatMap((received) => {
    const chunks = oneOfEachChunk(received);
    const [first] = chunks;
    const last = chunks.at(-1);
    if (!first || !last) return [];
    return [{ facts: first, messages: chunks, received, endsReport: last.chunk.index === last.chunk.of - 1 }];
  });
}

function oneOfEachChunk(messages: readonly ReportMessage[]): ReportMessage[] {
  const chunks = new Map<number, ReportMessage>();
  for (const message of messages) {
    if (!chunks.has(message.chunk.index)) chunks.set(message.chunk.index, message);
  }
  return [...chunks.values()].sort((a, b) => a.chunk.index - b.chunk.index);
}

/**
 * The same report may be in a batch several times, from several submissions. Each round holds every report at most
 * once, so that the later ones meet the ledger as the earlier ones left it.
 */
export function splitIntoRounds(parts: readonly ReportPart[]): readonly (readonly ReportPart[])[] {
  const rounds: ReportPart[][] = [];
  const seen = new Map<string, number>();
  for (const part of parts) {
    const round = seen.get(part.facts.reportKey) ?? 0;
    seen.set(part.facts.reportKey, round + 1);
    const place = rounds[round];
    if (place) place.push(part);
    else rounds.push([part]);
  }
  return rounds;
}

/** Another release may have cut the same report into other chunks: these are parts of their own. */
function toArrivalKey({ reportKey, submissionId, entry, chunk }: ReportMessage): string {
  return `${reportKey} ${submissionId} ${entry} ${chunk.of}`;
}
