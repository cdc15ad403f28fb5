import { setTimeout as sleep } from "node:timers/promises";
import { type GeneratedQuery, generateQuery } from "./generate.ts";
import { hasInspection, NO_ANSWER, openTarget, SECONDS_MAX, type Target, type Walls } from "./target.ts";

export interface RunOptions {
  readonly walls: Walls;
  readonly seed: number;
  /** Number of the first query. */
  readonly from: number;
  readonly queries: number;
  /** With queries whose arguments are as large as a limit lets them be. The engine may not end one of these in time. */
  readonly withSizes: boolean;
  /** Called before each query. */
  readonly onAsk?: (asked: { readonly index: number; readonly query: string }) => void;
}

/** The answer to a query, and what it reached. */
export interface Outcome {
  readonly index: number;
  readonly query: string;
  /** The function that the query calls; absent: it does something else. */
  readonly called?: string;
  /** HTTP status; 0: not asked; -1: asked without an answer. */
  readonly status: number;
  /** Why it was refused or failed, in a few words; empty: it was answered. */
  readonly reason: string;
  readonly seconds: number;
  /** How long the port took to answer the next query, where this one ended the process of the engine or overran its limit. */
  readonly nextSeconds?: number;
  /** What the query reached that it must not. */
  readonly reached: readonly string[];
}

/** How much longer than its limit a query may take, in seconds. */
const GRACE_SECONDS = 2;
export const OVERRUN_SECONDS = SECONDS_MAX + GRACE_SECONDS;

/** A query that takes this long ends with the process of the engine, a moment after its answer. */
const ENDED_SECONDS = SECONDS_MAX + 1.4;
const LAST_MOMENT_MS = 400;

/** Queries between two looks at files and tables. */
const EVERY = 1_000;
const NOT_ASKED = { status: 0, text: "" };

/** Asks generated queries one by one, and looks after each of them what it has reached. */
export async function* runQueries(options: RunOptions): AsyncGenerator<Outcome, void, undefined> {
  const { walls, seed, from, queries, onAsk } = options;
  const target = await openTarget(walls);
  try {
    for (let index = from; index < from + queries; index += 1) {
      const generated = generateQuery(target.targets, seed, index);
      onAsk?.({ index, query: generated.query });
      const isLast = index === from + queries - 1;
      const outcome = await askOne(target, generated, options);
      const changes = isLast || index % EVERY === EVERY - 1 ? await target.findChanges() : [];
      const reached = [...outcome.reached, ...changes.filter((what) => !isNamed(what, generated, walls))];
      yield { index, ...outcome, reached };
    }
  } finally {
    await target.close();
  }
}

async function askOne(
  target: Target,
  generated: GeneratedQuery,
  { walls, withSizes }: RunOptions,
): Promise<Omit<Outcome, "index">> {
  const { query, parameters, name, isCall, isQuery, isSized } = generated;
  // Without the inspection, its place is that of its promise: nothing but one query reaches the engine.
  const isAsked = isSized ? withSizes && hasInspection(walls) : isQuery || hasInspection(walls);
  const begin = performance.now();
  const { status, text } = isAsked ? await target.ask(query, parameters) : NOT_ASKED;
  const seconds = (performance.now() - begin) / 1000;
  const reached = await target.findReached(text);
  if (status === 200 && !isNo(generated, text) && isClosedTable(generated, walls)) reached.push("a closed table");
  return {
    query,
    ...(isCall && isAsked && { called: name }),
    status,
    reason: toReason(status, text),
    seconds,
    ...((status === NO_ANSWER || seconds > ENDED_SECONDS) && { nextSeconds: await measureNext(target) }),
    reached: reached.filter((what) => !isNamed(what, generated, walls)),
  };
}

const NEXT_SECONDS_MAX = 60;
/** Instead of a time, for a port that answers with an error; JSON has no infinity. */
const NEVER_SECONDS = 1_000_000;

async function measureNext(target: Target): Promise<number> {
  const begin = performance.now();
  const toSeconds = () => (performance.now() - begin) / 1000;
  for (let status = NO_ANSWER; toSeconds() < NEXT_SECONDS_MAX; ) {
    await sleep(LAST_MOMENT_MS);
    ({ status } = await target.ask("SELECT 1", {}));
    if (status === 200) return toSeconds();
  }
  return NEVER_SECONDS;
}

/** The inspection's words without names, or the name of the engine's error: `the function …`, `TYPE_MISMATCH`. */
function toReason(status: number, text: string): string {
  if (status === 200) return "";
  if (status === NO_ANSWER) return "no answer";
  const [, refused] =
    text.match(/does not allow ((?:the \w+|this \w+|any \w+|a \w+|\S+ without a plain text as its \w+|\S+))/) ?? [];
  return refused?.replace(/^\S+ without/, "a call without") ?? text.match(/\(([A-Z_]+)\)\s*$/)?.[1] ?? "other";
}

/** A name without a database is one of the views': the answer is the same with and without the file of that name. */
function isNo({ query }: GeneratedQuery, text: string): boolean {
  return query.startsWith("EXISTS TABLE") && text === "0\n";
}

const READABLE = new Set(
  ["columns", "databases", "functions", "one", "parts", "settings", "tables", "time_zones"].map(
    (table) => `system.${table}`,
  ),
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
