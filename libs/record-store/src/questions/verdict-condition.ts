import { NOT_JUDGED } from "../rows/verdicts/not-judged.ts";
import type { Condition } from "./condition.ts";

/** What the value of a source is that has no verdict: no service, and the class of {@link NOT_JUDGED}. */
const WITHOUT_VERDICT = { service: "", class: NOT_JUDGED.class } as const;

/**
 * Mail of sources by the verdict on them. What a source without a verdict has is had by all that no verdict gives another value. Needs
 * `{organizationId:String}` among the parameters.
 */
export function toVerdictCondition(column: "service" | "class", value: string): Condition {
  const [list, condition] =
    value === WITHOUT_VERDICT[column] ? ["NOT IN", `!= {${column}:String}`] : ["IN", `= {${column}:String}`];
  const sources = `SELECT domain_id, source_ip FROM verdicts FINAL
      WHERE organization_id = {organizationId:String} AND ${column} ${condition}`;
  return { sql: `(domain_id, source_ip) ${list} (${sources})`, params: { [column]: value } };
}
