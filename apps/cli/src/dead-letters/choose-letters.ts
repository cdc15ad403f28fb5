import type { DeadLetter } from "@ruaflow/event-log/dead-letters";
import { UsageError } from "@ruaflow/runtime/errors";

/** A selection of dead letters. */
export interface Choice {
  readonly reason?: string;
  readonly since?: Date;
}

export function filterLetters(all: readonly DeadLetter[], { reason, since }: Choice): DeadLetter[] {
  return all.filter(
    (letter) => (reason === undefined || letter.reason === reason) && (since === undefined || letter.at >= since),
  );
}

/**
 * The dead letters to replay: those with the given ids, or those of a selection that were not replayed yet.
 * @throws {UsageError} for an id that is unknown
 */
export function chooseToReplay(all: readonly DeadLetter[], wanted: Choice | readonly string[]): DeadLetter[] {
  if (!isIds(wanted)) return filterLetters(all, wanted).filter(({ replayedAt }) => replayedAt === null);
  return wanted.map((id) => {
    const found = all.find((letter) => letter.id === id);
    if (found === undefined) throw unknownLetter(id);
    return found;
  });
}

export function unknownLetter(id: string): UsageError {
  return new UsageError(`There is no dead letter ${id}; ruaflow dead-letters list shows them.`);
}

function isIds(wanted: Choice | readonly string[]): wanted is readonly string[] {
  return Array.isArray(wanted);
}
