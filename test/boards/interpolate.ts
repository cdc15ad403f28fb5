import type { Panel } from "@grafana/grafana-foundation-sdk/dashboard";

/** What a reader of the board has chosen. */
export interface Choice {
  readonly from: Date;
  readonly to: Date;
  /** Values by variable; a variable without values stands for "All". */
  readonly variables: Readonly<Record<string, readonly string[]>>;
}

const CONDITIONAL_ALL = "$__conditionalAll(";

/**
 * The statement that the data source plugin sends: it decides `$__conditionalAll`, Grafana fills in the variables, and the
 * plugin's backend replaces the macros of time.
 * @throws Error for a variable or a macro that the plugin does not have
 */
export function interpolate(rawSql: string, choice: Choice): string {
  const sql = replaceTimes(replaceVariables(decideConditions(rawSql, choice), choice), choice);
  const rest = sql.match(/\$\{?\w+/);
  if (rest) throw new Error(`${rest[0]} is not known, in ${rawSql}`);
  return sql;
}

function decideConditions(sql: string, choice: Choice): string {
  const start = sql.lastIndexOf(CONDITIONAL_ALL);
  if (start === -1) return sql;
  const end = findEnd(sql, start + CONDITIONAL_ALL.length);
  const [, condition = "", name = ""] =
    sql.slice(start + CONDITIONAL_ALL.length, end).match(/^(.*),\s*\$(\w+)$/s) ?? [];
  const kept = (choice.variables[name] ?? []).length > 0 ? condition : "1=1";
  return decideConditions(sql.slice(0, start) + kept + sql.slice(end + 1), choice);
}

function findEnd(sql: string, start: number): number {
  let depth = 1;
  for (let index = start; index < sql.length; index += 1) {
    if (sql[index] === "(") depth += 1;
    if (sql[index] === ")") depth -= 1;
    if (depth === 0) return index;
  }
  throw new Error(`a parenthesis is missing in ${sql}`);
}

function replaceVariables(sql: string, { variables }: Choice): string {
  return sql.replace(/\$\{(\w+):singlequote\}/g, (whole, name: string) => {
    const values = variables[name];
    if (values === undefined) throw new Error(`${whole} has no value`);
    return values.map((value) => `'${value.replaceAll("'", "\\'")}'`).join(",");
  });
}

function replaceTimes(sql: string, { from, to }: Choice): string {
  const [begin, end] = [toDateTime(from), toDateTime(to)];
  return sql
    .replace(/\$__timeFilter\((\w+)\)/g, (_whole, column) => `${column} >= ${begin} AND ${column} <= ${end}`)
    .replaceAll("$__fromTime", begin)
    .replaceAll("$__toTime", end);
}

function toDateTime(time: Date): string {
  return `toDateTime(${Math.floor(time.getTime() / 1000)})`;
}

/** The statement of a panel; `null` for a text. */
export function readSql(panel: Panel): string | null {
  const [target] = panel.targets ?? [];
  if (target === undefined) return null;
  if (!("rawSql" in target) || typeof target.rawSql !== "string") throw new Error(`${panel.title} has another query`);
  return target.rawSql;
}
