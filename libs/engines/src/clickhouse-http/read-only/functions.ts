import { readFileSync } from "node:fs";
import { quoteText, runStatement } from "../chdb-session.ts";

/** What a name means as a function. Names compare without case. */
export interface FunctionRules {
  /** Whether the engine has a function of this name. */
  isFunction(name: string): boolean;
  /** What is wrong with a function, as "reads files"; `undefined`: it computes only from its arguments. */
  refuseCall(name: string): string | undefined;
  /**
   * What is wrong with a name that stands as a value: the engine takes it for a function where no column has it. `undefined`: no
   * function of the engine has it, or an allowed one, or a column.
   */
  refuseValue(name: string): string | undefined;
}

/** The parser writes these for `->` and keywords; the engine's list of functions has none of them. */
const SYNTAX = ["lambda", "exists", "grouping", "untuple"];

/** Each makes an aggregate function of another one, as in `sumIf` or `uniqExactArrayOrNull`. */
const COMBINATORS =
  /(?:if|array|map|state|simplestate|merge|mergestate|foreach|distinct|ordefault|ornull|resample|argmin|argmax|tuple)$/;

const UNSORTED = "is not known to be harmless";

/** The reason of each function of the engine's release; `""`: it computes only from its arguments. */
export function readSortedFunctions(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL("sorted-functions.txt", import.meta.url), "utf8");
  const groups = text.split(/^# /m).slice(1);
  const entries = groups.flatMap((group) => {
    const [title = "", ...lines] = group.split("\n");
    const reason = title.replace(/^allowed: .*|^refused: /, "");
    return lines.flatMap((line) => line.split(" ").filter(Boolean)).map((name) => [name, reason] as const);
  });
  return new Map(entries);
}

/** @param columns names that columns of the readable views have */
export function createFunctionRules(engineNames: Iterable<string>, columns: Iterable<string>): FunctionRules {
  const reasons = new Map([...readSortedFunctions()].map(([name, reason]) => [name.toLowerCase(), reason]));
  for (const name of SYNTAX) reasons.set(name, "");
  const known = new Set([...reasons.keys(), ...[...engineNames].map((name) => name.toLowerCase())]);
  const columnNames = new Set([...columns].map((name) => name.toLowerCase()));
  const refuse = (name: string): string | undefined => {
    const reason = reasons.get(known.has(name) ? name : withoutCombinators(name, known));
    return reason === undefined ? UNSORTED : reason || undefined;
  };
  const isFunction = (name: string): boolean => known.has(withoutCombinators(name.toLowerCase(), known));
  return {
    isFunction,
    refuseCall: (name) => refuse(name.toLowerCase()),
    refuseValue: (name) =>
      isFunction(name) && !columnNames.has(name.toLowerCase()) ? refuse(name.toLowerCase()) : undefined,
  };
}

function withoutCombinators(name: string, known: ReadonlySet<string>): string {
  let base = name;
  while (!known.has(base) && COMBINATORS.test(base)) base = base.replace(COMBINATORS, "");
  return base;
}

/** The rules for the engine of a folder, whose new functions no one has sorted yet. */
export async function readFunctionRules(path: string, databases: readonly string[]): Promise<FunctionRules> {
  const [engineNames, columns] = await Promise.all([
    readColumn(path, "SELECT name FROM system.functions"),
    readColumn(path, `SELECT name FROM system.columns WHERE database IN (${databases.map(quoteText).join(", ")})`),
  ]);
  return createFunctionRules(engineNames, columns);
}

/** The texts of the first column of a query of ours. */
export async function readColumn(path: string, query: string): Promise<string[]> {
  const statement = { query, database: "system", settings: [], params: [], format: "JSONCompactEachRow" };
  const { bytes } = await runStatement(path, statement);
  const lines = new TextDecoder().decode(bytes).split("\n").filter(Boolean);
  return lines.map((line) => String(JSON.parse(line)[0]));
}
