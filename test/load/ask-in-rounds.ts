import { type Asking, type Question, timeQuestion } from "./ask.ts";
import { type Figure, median, percentile } from "./figure.ts";
import type { PartContext, PartOutput } from "./part.ts";

/** In each round one client asks every question in turn: what disturbs the machine for a while disturbs new and old questions. */
export async function askInRounds(
  all: readonly Question[],
  asking: Asking,
  { options, progress }: PartContext,
): Promise<PartOutput> {
  const rounds = new Map<Question, (readonly number[])[]>(all.map((question) => [question, []]));
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
function toFigures({ name, goals }: Question, rounds: readonly (readonly number[])[]): Figure[] {
  const p95: Figure = { name: `${name}, p95`, unit: "ms", values: rounds.map((times) => percentile(times, 95)) };
  return [
    { name: `${name}, p50`, unit: "ms", values: rounds.map(median) },
    goals?.one === undefined ? p95 : { ...p95, goal: { atMost: goals.one } },
  ];
}

/** A note that says what failed; the bench then ends with an error. */
export function toFailure(what: string, error: unknown): string {
  process.exitCode = 1;
  return `FAILED: ${what}: ${error instanceof Error ? error.message : error}`;
}
