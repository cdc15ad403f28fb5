import { gatherQuestions } from "@ruaflow/runtime";
import type { Engine } from "../engine/engine.ts";
import { toCondition } from "./filter.ts";
import { type MessageSums, messageSums } from "./read-aggregate.ts";
import { readSettings } from "./read-settings.ts";

export interface Period {
  /** First UTC day, `YYYY-MM-DD`. */
  readonly startDate: string;
  /** Last UTC day, inclusive. */
  readonly endDate: string;
}

export interface DomainTotalsOptions extends Period {
  readonly domainIds: readonly string[];
}

/** Questions that are answered together: their domains stay within the rows that an answer may have. */
const togetherMax = 50;

/**
 * Sums of a period for each of the domains; a domain without mail has no entry. Those that are asked for at the same time are
 * read together.
 */
export function createDomainTotalsReader(
  engine: Engine,
): (organizationId: string, options: DomainTotalsOptions) => Promise<ReadonlyMap<string, MessageSums>> {
  const read = gatherQuestions<TotalsQuestion, ReadonlyMap<string, MessageSums>>({
    toKey: ({ organizationId, startDate, endDate }) => JSON.stringify([organizationId, startDate, endDate]),
    questionsMax: togetherMax,
    answer: (questions) => readTogether(engine, questions),
  });
  return (organizationId, options) => read({ organizationId, ...options });
}

interface TotalsQuestion extends DomainTotalsOptions {
  readonly organizationId: string;
}

/** Answers for domains of one organization and one period. */
async function readTogether(
  engine: Engine,
  questions: readonly TotalsQuestion[],
): Promise<ReadonlyMap<string, MessageSums>[]> {
  const [first] = questions;
  if (!first) return [];
  const domainIds = [...new Set(questions.flatMap((question) => question.domainIds))];
  const { sql, params } = toCondition(first.organizationId, { ...first, domainIds });
  const query = `SELECT domain_id AS domainId, ${messageSums} FROM records WHERE ${sql} GROUP BY domain_id ${readSettings}`;
  const rows = await engine.select<MessageSums & { domainId: string }>(query, params);
  const totals = new Map(rows.map(({ domainId, ...sums }) => [domainId, sums]));
  return questions.map((question) => pick(totals, question.domainIds));
}

function pick<Value>(values: ReadonlyMap<string, Value>, keys: readonly string[]): ReadonlyMap<string, Value> {
  const picked = new Map<string, Value>();
  for (const key of keys) {
    const value = values.get(key);
    if (value !== undefined) picked.set(key, value);
  }
  return picked;
}
