/** Arguments that cost time or memory, or name something, by kind. `n` is a number of the row; `{path}` a file that no query may read. */
const ARGUMENTS = {
  texts: [
    "'a'",
    "repeat('a', 5000000)",
    "repeat('ab', 50000)",
    "repeat('é', 100000)",
    "repeat('(', 20000)",
    "concat('{\"a\":', repeat('[', 20000))",
    "concat('[', repeat('{\"a\":1},', 100000), '{}]')",
    "toString(n)",
    "repeat(toString(n), 100)",
  ],
  patterns: [
    "'(a*)*(a*)*(a*)*b'",
    "'(a{1,500}){1,500}'",
    "repeat('ab', 5000)",
    "concat('(a*)*', toString(n))",
    "'$[*].a'",
    "arrayMap(x -> concat('a', toString(x), '.*b'), range(20000))",
    "repeat('{}', 3000)",
  ],
  numbers: ["0", "-1", "15", "1000000000", "18446744073709551615", "1e308", "nan", "toInt256(-1)", "n", "toFloat64(n)"],
  arrays: [
    "[]",
    "[1, 2]",
    "range(1000000)",
    "range(50000)",
    "range(n % 2000)",
    "arrayMap(x -> toString(x), range(100000))",
    "arrayMap(x -> toFloat64(x), range(50000))",
    "arrayMap(x -> range(100), range(1000))",
    "arrayMap(x -> (toFloat64(x), sin(x)), range(20000))",
  ],
  objects: [
    "mapFromArrays(range(100000), range(100000))",
    "bitmapBuild(range(1000000))",
    "(range(50000), n)",
    "[arrayMap(x -> (x / 1e5, sin(x)), range(20000))]",
    "toDateTime('2026-01-01 00:00:00')",
    "INTERVAL 1000000000 SECOND",
    "toDate(0)",
    "NULL",
    "'{\"a\":1}'::JSON",
    "generateUUIDv4()",
  ],
  functions: [
    "x -> x",
    "x -> [x]",
    "(x, y) -> x + y",
    "(x, y) -> arrayPushBack(x, y)",
    "x -> repeat(toString(x), 1000)",
  ],
  names: [
    "'file:{path}'",
    "concat('fi', 'le:{path}')",
    "['UTC', concat('fi', 'le:{path}')][2]",
    "'DateTime(\\'file:{path}\\')'",
    "concat('DateTime(\\'fi', 'le:{path}\\')')",
    "concat('AggregateF', 'unction(sum, UInt8)')",
    "'../../../../../..{path}'",
    "upper('utc')",
  ],
} as const;

type Kind = keyof typeof ARGUMENTS;

/** The kinds of a call's arguments, so that many calls have arguments of the types that the function takes. */
const FORMS: readonly (readonly Kind[])[] = [
  ["texts"],
  ["numbers"],
  ["arrays"],
  ["objects"],
  ["names"],
  ["texts", "texts"],
  ["texts", "patterns"],
  ["texts", "numbers"],
  ["texts", "arrays"],
  ["numbers", "numbers"],
  ["numbers", "arrays"],
  ["arrays", "arrays"],
  ["arrays", "numbers"],
  ["functions", "arrays"],
  ["functions", "objects"],
  ["objects", "numbers"],
  ["objects", "objects"],
  ["objects", "names"],
  ["texts", "names"],
  ["numbers", "names"],
  ["texts", "texts", "texts"],
  ["texts", "patterns", "texts"],
  ["texts", "numbers", "patterns"],
  ["numbers", "numbers", "numbers"],
  ["arrays", "arrays", "arrays"],
  ["arrays", "numbers", "numbers"],
  ["functions", "arrays", "arrays"],
  ["functions", "arrays", "numbers"],
  ["objects", "numbers", "names"],
  ["texts", "patterns", "names"],
  ["texts", "objects", "objects"],
  ["texts", "objects", "objects", "names"],
  ["numbers", "numbers", "numbers", "numbers"],
  ["arrays", "arrays", "arrays", "arrays"],
];

/** Where a call stands: alone, in every row of a large block, in a table's rows. */
const PLACES = [
  "SELECT ignore({name}({arguments})) FROM (SELECT 7 AS n)",
  "SELECT ignore({name}({arguments})) FROM (SELECT 7 AS n)",
  "SELECT ignore({name}({arguments})) FROM (SELECT 7 AS n)",
  "SELECT sum(ignore({name}({arguments}))) FROM (SELECT arrayJoin(range(60000)) AS n)",
  "SELECT sum(ignore({name}({arguments}))) FROM (SELECT ordinal AS n FROM records)",
  "EXPLAIN SELECT {name}({arguments}) FROM (SELECT 7 AS n)",
];

/** Where a call of an aggregate or window function stands. */
const AGGREGATE_PLACES = [
  "SELECT ignore({name}({arguments})) FROM (SELECT 7 AS n)",
  "SELECT ignore({name}({arguments})) FROM (SELECT arrayJoin(range(60000)) AS n)",
  "SELECT ignore({name}(1000000)({arguments})) FROM (SELECT arrayJoin(range(60000)) AS n)",
  "SELECT ignore({name}({arguments}) OVER ()) FROM (SELECT arrayJoin(range(1000)) AS n)",
];

interface SizedCall {
  readonly name: string;
  /** Calls whose arguments have the right types. */
  readonly examples: readonly string[];
  readonly isAggregate: boolean;
  readonly path: string;
}

type Pick = <Item>(items: readonly Item[]) => Item;

/** A query that calls a function with arguments of hostile size, mostly those of an example with some of them replaced. */
export function generateSizedQuery({ name, examples, isAggregate, path }: SizedCall, pick: Pick): string {
  const places = isAggregate ? AGGREGATE_PLACES : PLACES;
  if (examples.length > 0 && pick([true, true, true, false])) {
    const call = growCall(pick(examples), pick).replaceAll("{path}", path);
    return pick(places.filter((place) => place.includes("{name}({arguments})"))).replace(
      "{name}({arguments})",
      () => call,
    );
  }
  const values = pick(FORMS).map((kind) => pick<string>(ARGUMENTS[kind]));
  return pick(places)
    .replace("{name}", name)
    .replace("{arguments}", () => values.join(", ").replaceAll("{path}", path));
}

const LITERALS = /'(?:[^'\\]|\\.)*'|\[[^[\]()]*\]|(?<![\w.'])\d+(?:\.\d+)?(?![\w.'])/g;

/** Replaces about half of the literals of a call by large values of the same kind. */
function growCall(call: string, pick: Pick): string {
  return call.replace(LITERALS, (literal) => (pick([true, false]) ? literal : pick(toLarge(literal, pick))));
}

function toLarge(literal: string, pick: Pick): readonly string[] {
  if (literal.startsWith("'")) return ARGUMENTS[pick(["texts", "texts", "texts", "patterns", "names"] as const)];
  if (!literal.startsWith("[")) return ARGUMENTS.numbers;
  return literal.includes("'") ? TEXT_ARRAYS : NUMBER_ARRAYS;
}

const TEXT_ARRAYS = [
  "arrayMap(x -> toString(x), range(100000))",
  "arrayMap(x -> concat('a', toString(x), '.*b'), range(20000))",
];
const NUMBER_ARRAYS = [
  "range(1000000)",
  "range(50000)",
  "range(n % 2000)",
  "arrayMap(x -> toFloat64(x), range(50000))",
];
