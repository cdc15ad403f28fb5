import { createRandom } from "../support/report-generator.ts";
import { CALLS, NAMES, SOURCES, STATEMENTS } from "./positions.ts";
import { generateSizedQuery } from "./sizes.ts";

/** What the engine has, and what a query may try to reach. */
export interface Targets {
  readonly functions: readonly string[];
  /** The functions that a query may call. */
  readonly allowed: readonly string[];
  readonly aggregates: ReadonlySet<string>;
  /** Calls of functions in the engine's documentation. */
  readonly examples: ReadonlyMap<string, readonly string[]>;
  readonly higherOrder: readonly string[];
  readonly tableFunctions: readonly string[];
  readonly combinators: readonly string[];
  readonly tables: readonly string[];
  readonly path: string;
  /** A file that must not come to be. */
  readonly out: string;
  readonly port: number;
}

export interface GeneratedQuery {
  readonly query: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The function, table function or table that it is about. */
  readonly name: string;
  readonly isTable: boolean;
  /** Otherwise it is a statement that writes or sets something, or more than one. */
  readonly isQuery: boolean;
  /** Whether it calls the function `name` with arguments; otherwise it names it in another way. */
  readonly isCall: boolean;
  /** Its arguments are so large that only limits of time and memory end it. */
  readonly isSized: boolean;
}

interface Random {
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

function toRandom(seed: number): Random {
  const next = createRandom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
  };
}

/** Of five queries one reads from somewhere, one calls, two name a function or do something else, and one has hostile sizes. */
const KINDS = 5;

/**
 * Query `index` of a seed: the same on every machine. Names are taken in turn, so that every name meets every position after
 * (names × positions) queries, and in between the positions are mixed.
 */
export function generateQuery(targets: Targets, seed: number, index: number): GeneratedQuery {
  const random = toRandom(seed * 1_000_003 + index);
  const [kind, turn] = [index % KINDS, Math.floor(index / KINDS)];
  if (kind === 0) return generateSource(targets, random, turn);
  if (kind === 3 && random.below(4) === 0) return generateStatement(targets, random, turn);
  if (kind === 4) return generateSized(targets, random, turn);
  const name = targets.functions[turn % targets.functions.length] ?? "";
  return fill(random.pick(kind === 1 ? CALLS : NAMES), { targets, random, name });
}

function generateSource(targets: Targets, random: Random, turn: number): GeneratedQuery {
  const isTable = random.below(4) === 0;
  const names = isTable ? targets.tables : targets.tableFunctions;
  const name = names[turn % names.length] ?? "";
  return fill(random.pick(SOURCES), { targets, random, name, isTable });
}

function generateStatement(targets: Targets, random: Random, turn: number): GeneratedQuery {
  const names = random.below(2) === 0 ? targets.functions : targets.tableFunctions;
  return fill(random.pick(STATEMENTS), { targets, random, name: names[turn % names.length] ?? "" });
}

function generateSized({ allowed, aggregates, examples, path }: Targets, random: Random, turn: number): GeneratedQuery {
  const name = allowed[turn % allowed.length] ?? "";
  const query = generateSizedQuery(
    { name, examples: examples.get(name) ?? [], isAggregate: aggregates.has(name), path },
    random.pick,
  );
  return { query, parameters: {}, name, isTable: false, isQuery: true, isCall: true, isSized: true };
}

interface Filling {
  readonly targets: Targets;
  readonly random: Random;
  readonly name: string;
  readonly isTable?: boolean;
}

function fill(position: string, { targets, random, name, isTable = false }: Filling): GeneratedQuery {
  const written = isTable ? name : spell(name, random);
  const url = `http://127.0.0.1:${targets.port}/x`;
  const call = `${written}${random.pick(["(", "(", "/**/(", " ("])}${random.pick(toArguments(targets))})`;
  const values: Record<string, string> = {
    call,
    source: isTable ? name : call,
    name: written,
    higher: random.pick(targets.higherOrder),
    combinator: random.pick(targets.combinators),
    path: targets.path,
    out: targets.out,
    port: String(targets.port),
    url,
  };
  const query = position.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? "");
  return {
    query,
    parameters: position.includes("{f:Identifier}") ? { param_f: name } : {},
    name,
    isTable,
    isQuery: !STATEMENTS.includes(position) && !position.includes(";"),
    isCall: CALLS.includes(position),
    isSized: false,
  };
}

/** The same name in the ways that ClickHouse reads it. */
function spell(name: string, random: Random): string {
  const first = name.codePointAt(0)?.toString(16) ?? "";
  return random.pick([
    name,
    name,
    name,
    `\`${name}\``,
    `"${name}"`,
    `\`\\x${first}${name.slice(1)}\``,
    name.toUpperCase(),
    name.toLowerCase(),
    `/* x */ ${name}`,
  ]);
}

function toArguments({ path, port, tables }: Targets): readonly string[] {
  const url = `http://127.0.0.1:${port}/x`;
  return [
    `'${path}'`,
    `'${path}'`,
    `'${path}', 'CSV'`,
    `'${path}', 'LineAsString', 'line String'`,
    `'${path}', LineAsString`,
    `'${path}', 1`,
    `'${path}', 'x', 1`,
    `1, '${path}'`,
    `1, 1, '${path}'`,
    `['${path}']`,
    `x -> '${path}', ['${path}']`,
    `'file://${path}'`,
    `'file:${path}'`,
    `0, 'file:${path}'`,
    `'${url}'`,
    `'${url}', 'CSV', 'a String'`,
    `'${url}', LineAsString`,
    `'${url}', 'a', 'b', 'c', 'd'`,
    `'127.0.0.1:${port}', 'a', 'b', 'c', 'd'`,
    `'127.0.0.1:${port}', 'a', 'b', 'c', 'd', 'e'`,
    `'127.0.0.1:${port}', 0, 'a', 'b'`,
    `'127.0.0.1:${port}', system.one`,
    `'127.0.0.1:${port}', 'system', 'one', 'dummy'`,
    `'ruaflow', 'records'`,
    `'ruaflow', '.*'`,
    `ruaflow.records`,
    `'ruaflow.records', 'organization_id', 'x'`,
    `SELECT * FROM ruaflow.records`,
    `SELECT '${path}'`,
    `'cat ${path}', 'TSV', 'a String'`,
    `'max_threads'`,
    `${tables[0] ?? "system.one"}`,
    "",
    "1",
    "1, 2",
    "'a', 'b', 'c'",
    "toDate('2026-01-01'), 1",
    "[1, 2], [3, 4]",
    "*",
  ];
}
