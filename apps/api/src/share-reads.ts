import { gatherQuestions } from "@ruaflow/runtime";

/** More than ask at the same time, since each has a connection of its own. */
const SHARED_MAX = 1000;

/** What an answer is read for. It holds everything that the answer depends on, the organization before all. */
export interface OwnedQuestion {
  readonly organizationId: string;
}

/**
 * Lets all who ask the same at the same time have one answer: tools open the same page again and again, and each costs
 * questions to the stores. Nobody joins a read that has begun, so what was stored before somebody asked is in the answer.
 */
export function shareReads<Question extends OwnedQuestion, Answer>(
  read: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  return gatherQuestions({
    toKey: (question: Question) => JSON.stringify(question),
    questionsMax: SHARED_MAX,
    async answer([first, ...others]) {
      if (!first) return [];
      const answer = await read(first);
      return [answer, ...others.map(() => answer)];
    },
  });
}
