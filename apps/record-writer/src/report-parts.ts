import type { ReportMessage } from "@ruaflow/event-log";

/** The messages of one report, of one submission, in one batch: all of it, or some chunks of a large one. */
export interface ReportPart {
  /** The facts that all its messages share. */
  readonly facts: ReportMessage;
  readonly messages: readonly ReportMessage[];
  /** True when its last message is the last of the report. */
  readonly endsReport: boolean;
}

export function groupByReport(messages: readonly ReportMessage[]): readonly ReportPart[] {
  const groups = Map.groupBy(messages, toArrivalKey);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const last = group.at(-1);
    if (!first || !last) return [];
    return [{ facts: first, messages: group, endsReport: last.chunk.index === last.chunk.of - 1 }];
  });
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

function toArrivalKey({ reportKey, submissionId, entry }: ReportMessage): string {
  return `${reportKey} ${submissionId} ${entry}`;
}
