import { type Asking, type Question, type Times, timeQuestion } from "./ask.ts";
import { type Figure, median, percentile } from "./figure.ts";
import type { PartContext, PartOutput } from "./part.ts";

/** In each round one client asks every question in turn: what disturbs the machine for a while disturbs new and old questions. */
export async function askInRounds(
  all: readonly Question[],
  asking: Asking,
  { options, progress }: PartContext,
): Promise<PartOutput> {
  const rounds = new Map<Question, Times[]>(all.map((question) => [question, []]));
  const notes: string[] = [];
  for (let round = 1; round <= options.repetitions; round += 1) {
    for (const [question, times] of rounds) {
      progress(`round ${round}: ${question.name}`);
      const outcome = await timeQuestion(question, asking).catch((error: Error) => error);
      if (!(outcome instanceof Error)) times.push(outcome);
      else {
        notes.push(toFailure(question.name, outcome));
        rounds.delete(question);
      }
    }
  }
  return { figures: [...rounds].flatMap(([question, times]) => toFigures(question, times)), notes };
}

/** The values are those of the rounds, so the table shows their spread. */
function toFigures({ name, goals }: Question, rounds: readonly Times[]): Figure[] {
  const p95: Figure = {
    name: `${name}, p95`,
    unit: "ms",
    values: rounds.map(({ computed }) => percentile(computed, 95)),
  };
  return [
    { name: `${name}, p50`, unit: "ms", values: rounds.map(({ computed }) => median(computed)) },
    { name: `${name}, asked again, p50`, unit: "ms", values: rounds.map(({ again }) => median(again)) },
    goals?.one === undefined ? p95 : { ...p95, goal: { atMost: goals.one } },
  ];
}

/** A note that says what failed; the bench then ends with an error. */
export function toFailure(what: string, error: unknown): string {
  process.exitCode = 1;
  return `FAILED: ${what}: ${error instanceof Error ? error.message : error}`;
}
