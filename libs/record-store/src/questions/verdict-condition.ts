import { NOT_JUDGED } from "../rows/verdicts/not-judged.ts";
import type { Condition } from "./condition.ts";

/** The values of a source without a verdict: no names, and those of {@link NOT_JUDGED}. */
export const WITHOUT_VERDICT = { service: "", sender: "", ...NOT_JUDGED } as const;

/** A column of verdicts that mail is selected and grouped by. */
export type VerdictColumn = keyof typeof WITHOUT_VERDICT;

/**
 * Mail of sources by the verdict on them. What a source without a verdict has is had by all that no verdict gives another value. Needs
 * `{organizationId:String}` among the parameters.
 *
 * @param ofDomains SQL that limits the verdicts to the question's domains; empty for all domains. Without it, a question about one domain
 *   would read the verdicts of every domain.
 */
export function toVerdictCondition(column: VerdictColumn, value: string, ofDomains: string): Condition {
  const [list, condition] =
    value === WITHOUT_VERDICT[column] ? ["NOT IN", `!= {${column}:String}`] : ["IN", `= {${column}:String}`];
  const sources = `SELECT domain_id, source_ip FROM verdicts FINAL
      WHERE organization_id = {organizationId:String} AND ${column} ${condition}${ofDomains}`;
  return { sql: `(domain_id, source_ip) ${list} (${sources})`, params: { [column]: value } };
}
