import { gatherQuestions } from "@ruaflow/runtime";

interface Question {
  readonly organizationId: string;
  readonly id: string;
}

/** Ids in one statement. */
const TOGETHER_MAX = 100;

/**
 * Reads with one statement what is asked for at the same time by its id: fifty clients make PostgreSQL plan one statement, not
 * fifty.
 *
 * @param read gives, by id, what the organization has of these
 */
export function gatherById<Found>(
  read: (organizationId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (organizationId: string, id: string) => Promise<Found | null> {
  const ask = gatherQuestions<Question, Found | null>({
    toKey: ({ organizationId }) => organizationId,
    questionsMax: TOGETHER_MAX,
    async answer(questions) {
      const [first] = questions;
      if (!first) return [];
      const ids = [...new Set(questions.map(({ id }) => id))];
      const found = await read(first.organizationId, ids);
      return questions.map(({ id }) => found.get(id) ?? null);
    },
  });
  return (organizationId, id) => ask({ organizationId, id });
}
