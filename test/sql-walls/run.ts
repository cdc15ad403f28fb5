import { type GeneratedQuery, generateQuery } from "./generate.ts";
import { hasInspection, openTarget, type Walls } from "./target.ts";

export interface RunOptions {
  readonly walls: Walls;
  readonly seed: number;
  /** Number of the first query. */
  readonly from: number;
  readonly queries: number;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly asked: number;
  readonly answered: number;
  readonly findings: readonly Finding[];
}

/** A query that reached what it must not. */
export interface Finding {
  readonly index: number;
  readonly query: string;
  readonly reached: readonly string[];
}

/** Queries between two looks at files and tables, and two reports of progress. */
export const EVERY = 1_000;
const NOT_ASKED = { status: 0, text: "" };

/** Asks generated queries one by one, and looks after each of them what it has reached. */
export async function runQueries({ walls, seed, from, queries, onProgress }: RunOptions): Promise<Progress> {
  const target = await openTarget(walls);
  const findings: Finding[] = [];
  let answered = 0;
  try {
    for (let index = from; index < from + queries; index += 1) {
      const generated = generateQuery(target.targets, seed, index);
      // Without the inspection, its place is that of its promise: nothing but one query reaches the engine.
      const isAsked = generated.isQuery || hasInspection(walls);
      const { status, text } = isAsked ? await target.ask(generated.query, generated.parameters) : NOT_ASKED;
      if (status === 200) answered += 1;
      const reached = await target.findReached(text);
      const isLast = index === from + queries - 1;
      if (isLast || index % EVERY === EVERY - 1) reached.push(...(await target.findChanges()));
      if (status === 200 && !isNo(generated, text) && isClosedTable(generated, walls)) reached.push("a closed table");
      const unnamed = reached.filter((what) => !isNamed(what, generated, walls));
      if (unnamed.length > 0) findings.push({ index, query: generated.query, reached: unnamed });
      const asked = index - from + 1;
      if (isLast || asked % EVERY === 0) onProgress?.({ asked, answered, findings });
    }
    return { asked: queries, answered, findings };
  } finally {
    await target.close();
  }
}

/** A name without a database is one of the views': the answer is the same with and without the file of that name. */
function isNo({ query }: GeneratedQuery, text: string): boolean {
  return query.startsWith("EXISTS TABLE") && text === "0\n";
}

const READABLE = new Set(
  ["columns", "databases", "functions", "one", "parts", "settings", "tables"].map((table) => `system.${table}`),
);

function isClosedTable({ name, isTable }: GeneratedQuery, walls: Walls): boolean {
  return isTable && hasInspection(walls) && !READABLE.has(name);
}

/**
 * What the role of the engine does not cover: the tables behind the views, the scalar function `file`, a time zone that is a file, and
 * the file that `sqlite(…)` opens, or creates empty, before the engine asks for its right.
 */
function isNamed(what: string, { query }: GeneratedQuery, walls: Walls): boolean {
  if (walls !== "without-two") return false;
  if (what === "a hidden row") return true;
  if (what === "the canary's file" && query.includes("sqlite")) return true;
  return what.startsWith("127.0.0.1:") || (what.startsWith("the canary") && /file|\\x66ile/i.test(query));
}
