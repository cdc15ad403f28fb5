import type { ReportMessage } from "@ruaflow/report/message";

/** The messages of one report, from one submission, in one batch: all of them, or some chunks of a large report. */
export interface ReportPart {
  /** The facts that all its messages share. */
  readonly facts: ReportMessage;
  /** One message per chunk, in chunk order. */
  readonly messages: readonly ReportMessage[];
  /** All its messages in the batch, copies included: each gets the part's outcome. */
  readonly received: readonly ReportMessage[];
  /** True when it includes the last chunk of the report. */
  readonly endsReport: boolean;
}

/**
 * Groups messages by report. The log delivers at least once, and an append whose response was lost is repeated: so a
 * batch may contain a message any number of times, and it counts once.
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
 * A batch may contain the same report several times, from several submissions. Each round contains a report at most
 * once, so that later rounds see the ledger entries of earlier ones. Reports of one identity are the same here, whichever domain
 * vouches for them.
 */
export function splitIntoRounds(parts: readonly ReportPart[]): readonly (readonly ReportPart[])[] {
  const rounds: ReportPart[][] = [];
  const seen = new Map<string, number>();
  for (const part of parts) {
    const { reportKey, baseKey = reportKey, authenticKey = baseKey } = part.facts;
    const round = seen.get(authenticKey) ?? 0;
    seen.set(authenticKey, round + 1);
    const place = rounds[round];
    if (place) place.push(part);
    else rounds.push([part]);
  }
  return rounds;
}

/** Another release may have split the same report into different chunks: these are separate parts. */
function toArrivalKey({ reportKey, submissionId, entry, chunk }: ReportMessage): string {
  return `${reportKey} ${submissionId} ${entry} ${chunk.of}`;
}
