import { invalidAt } from "@ruaflow/http";
import type { Filter } from "@ruaflow/record-store/questions";
import { SENDER_GROUP_SOURCES_MAX, type SenderGrouping } from "./group.ts";
import type { SenderContext } from "./sender-parts.ts";

interface FewQuestion {
  readonly filter: Filter;
  readonly groupBy: SenderGrouping;
  /** Which of the request is at fault. */
  readonly parameter: string;
}

/**
 * Counts the sources that would have to be looked at.
 * @throws {ProblemError} 400 when more sources would have to be looked at than one answer is worth
 */
export async function countFew(
  context: SenderContext,
  organizationId: string,
  { filter, groupBy, parameter }: FewQuestion,
): Promise<number> {
  const found = await context.records.countSources(organizationId, filter);
  const max = SENDER_GROUP_SOURCES_MAX[groupBy];
  if (found <= max) return found;
  const [limit, most] = [max, found].map((count) => count.toLocaleString("en-US"));
  throw invalidAt(
    `/query/${parameter}`,
    `by ${groupBy} is for up to ${limit} sources; this period and the one before have ${most}: select fewer domains or days`,
  );
}
