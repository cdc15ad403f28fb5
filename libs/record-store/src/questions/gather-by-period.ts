import { engineLingerMs, gatherQuestions } from "@ruaflow/runtime";
import type { Filter } from "./filter.ts";

/** A filter that names its domains. */
export type DomainsFilter = Required<Filter>;

interface Question extends DomainsFilter {
  readonly organizationId: string;
}

/** Questions that are answered together: their domains and days stay within the rows that an answer may have. */
const togetherMax = 50;

/**
 * Reads together what is asked for at the same time about domains of one organization and one period.
 *
 * @param read reads all domains that are asked for; gives what then answers about some of them
 */
export function gatherByPeriod<Answer>(
  read: (organizationId: string, filter: DomainsFilter) => Promise<(domainIds: readonly string[]) => Answer>,
): (organizationId: string, filter: DomainsFilter) => Promise<Answer> {
  const ask = gatherQuestions<Question, Answer>({
    toKey: ({ organizationId, startDate, endDate }) => JSON.stringify([organizationId, startDate, endDate]),
    questionsMax: togetherMax,
    lingerMs: engineLingerMs,
    async answer(questions) {
      const [first] = questions;
      if (!first) return [];
      const domainIds = [...new Set(questions.flatMap((question) => question.domainIds))];
      const answerAbout = await read(first.organizationId, { ...first, domainIds });
      return questions.map((question) => answerAbout(question.domainIds));
    },
  });
  return (organizationId, filter) => ask({ organizationId, ...filter });
}
