/**
 * SQL: the names that the rows of a subquery `part` have in an array, each with its messages, most messages first; equal ones
 * in the order of the alphabet. Names without messages are left out.
 */
export function rank(names: string): string {
  const sums = `sumMap(${names}, arrayMap(each -> part.messages, ${names}))`;
  return `arraySort(each -> (-toInt64(each.2), each.1), arrayZip(${sums}.1, ${sums}.2))`;
}

/** SQL: as `rank`, of the values of a column. */
export function rankColumn(column: "dkim_result" | "spf_result" | "disposition" | "domain_id"): string {
  return rank(`[toString(part.${column})]`);
}

/** SQL: the value of a column that most messages had; ties go to the first in the alphabet. */
export function mostCommon(column: "dkim_result" | "spf_result" | "disposition"): string {
  return `${rankColumn(column)}[1].1`;
}
