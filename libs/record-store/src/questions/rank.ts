/**
 * SQL: the names that the rows of a subquery `part` have in an array, each as (negative number of its messages, name), so that the
 * natural order has most messages first and equal ones in the order of the alphabet. Names without messages are left out.
 */
export function rank(names: string): string {
  const sums = `sumMap(${names}, arrayWithConstant(length(${names}), -toInt64(part.messages)))`;
  return `arraySort(arrayZip(${sums}.2, ${sums}.1))`;
}

/** SQL: as `rank`, of the values of a column. */
export function rankColumn(column: "dkim_result" | "spf_result" | "disposition" | "domain_id"): string {
  return rank(`[toString(part.${column})]`);
}

/** SQL: the value of a column that most messages had; ties go to the first in the alphabet. */
export function mostCommon(column: "dkim_result" | "spf_result" | "disposition"): string {
  return `${rankColumn(column)}[1].2`;
}
