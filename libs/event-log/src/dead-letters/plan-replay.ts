import type { DeadLetter, LetterReport } from "./letter.ts";

/** Which of the chosen dead letters can be replayed, and which cannot. */
export interface ReplayPlan {
  readonly ids: ReadonlySet<string>;
  readonly left: readonly { readonly letter: DeadLetter; readonly why: string }[];
}

/**
 * Decides which messages a replay of `chosen` appends. The messages of a large report are replayed together, even those
 * not chosen; when some are not among the dead letters, the report cannot be replayed.
 */
export function planReplay(all: readonly DeadLetter[], chosen: readonly DeadLetter[]): ReplayPlan {
  const reports = Map.groupBy(all, ({ report }) => (report === null ? "" : toReportName(report)));
  const ids = new Set<string>();
  const left: { letter: DeadLetter; why: string }[] = [];
  for (const letter of chosen) {
    const together = letter.report === null ? [letter] : (reports.get(toReportName(letter.report)) ?? []);
    const why = findObstacle(letter, together);
    if (why !== null) left.push({ letter, why });
    else for (const { id } of together) ids.add(id);
  }
  return { ids, left };
}

function findObstacle({ topic, report }: DeadLetter, together: readonly DeadLetter[]): string | null {
  if (topic === null) return "its topic is unknown";
  const indexes = new Set(together.map((one) => one.report?.chunk.index));
  if (report === null || indexes.size === report.chunk.of) return null;
  return `only ${indexes.size} of the ${report.chunk.of} messages of its report are dead letters: send the report's file again`;
}

/** Identifies the chunks of one arrival; another release may have split the report differently. */
function toReportName({ reportKey, submissionId, entry, chunk }: LetterReport): string {
  return `${reportKey} ${submissionId} ${entry} ${chunk.of}`;
}
