import { ENGINE_LINGER_MS, gatherQuestions } from "./gather-questions.ts";

/** More than ask at the same time, since each has a connection of its own. */
const SHARED_MAX = 1000;

/**
 * Lets all of an organization who ask the same at the same time have one answer: tools open the same page again and again,
 * and each costs questions to the stores. Nobody joins a read that has begun, so what was stored before somebody asked is in
 * the answer.
 *
 * @param read its answer depends on nothing but what it is given
 */
export function shareReads<Options, Answer>(
  read: (organizationId: string, options: Options) => Promise<Answer>,
): (organizationId: string, options: Options) => Promise<Answer> {
  const ask = gatherQuestions({
    toKey: (question: readonly [organizationId: string, options: Options]) => JSON.stringify(question),
    questionsMax: SHARED_MAX,
    lingerMs: ENGINE_LINGER_MS,
    async answer([first, ...others]) {
      if (!first) return [];
      const answer = await read(...first);
      return [answer, ...others.map(() => answer)];
    },
  });
  return (organizationId, options) => ask([organizationId, options]);
}
