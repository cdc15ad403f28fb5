import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { toAddressText } from "../rows/stored-values.ts";
import { type Condition, joinConditions, ownerNames, type PageRequest, toOffset } from "./filter.ts";
import type { SourceQuestion } from "./source-summary.ts";

const sortColumns = {
  messages: "messages",
  passed: "passed",
  passRate: "passed / messages",
  sourceIp: "source_ip",
  firstSeen: "life.first",
  lastSeen: "life.last",
} as const;

export interface SourceSort {
  readonly by: keyof typeof sortColumns;
  readonly descending: boolean;
}

export interface SourcePageOptions extends PageRequest {
  /** Default: most messages first. */
  readonly sort?: SourceSort;
}

/** The addresses of a page, in order, and the sums over all pages. */
export interface SourcePage {
  /** As the engine returns them: IPv4 mapped. */
  readonly addresses: readonly string[];
  readonly sources: number;
  readonly messages: number;
}

/**
 * Finds the addresses of one page from the projection `source_dispositions` or a few columns of the records; their other facts are
 * read afterwards, only for these few.
 */
export async function readSourcePage(
  engine: Engine,
  question: SourceQuestion,
  options: SourcePageOptions,
): Promise<SourcePage> {
  const rows = await readRows(engine, question, options);
  // Each row carries the sums, so a page past the last one has none: then the first page supplies them.
  const [first] =
    rows.length > 0 || options.page === 1 ? rows : await readRows(engine, question, { ...options, page: 1 });
  return {
    addresses: rows.map((row) => row.address),
    sources: first?.sources ?? 0,
    messages: first?.messagesOfAll ?? 0,
  };
}

interface PageRow {
  readonly address: string;
  readonly sources: number;
  readonly messagesOfAll: number;
}

function readRows(engine: Engine, question: SourceQuestion, options: SourcePageOptions): Promise<PageRow[]> {
  const { by, descending } = options.sort ?? { by: "messages", descending: true };
  const { from, params } = toSources(question, by);
  const order = `${sortColumns[by]} ${descending ? "DESC" : "ASC"}`;
  const query = `SELECT ${ownerNames}, source_ip AS address, messages, count() OVER own AS sources, sum(messages) OVER own AS messagesOfAll
  FROM ${from}
  WINDOW own AS (PARTITION BY ${ownerNames})
  ORDER BY ${order}, source_ip
  LIMIT {limit:UInt64} OFFSET {offset:UInt64} BY ${ownerNames} ${readSettings}`;
  const page = { limit: options.perPage, offset: toOffset(options) };
  return engine.select(query, { ...params, ...page }, question.scope.owners);
}

/** Reads the columns that the order needs. */
function toSources(question: SourceQuestion, by: SourceSort["by"]) {
  if (by === "firstSeen" || by === "lastSeen") return withLives(question);
  return withSums(question, by === "passed" || by === "passRate" ? ", sumIf(count, dmarc_pass) AS passed" : "");
}

function withSums({ scope, condition: { sql, params } }: SourceQuestion, others = "") {
  const from = `(SELECT ${scope.columns}, source_ip, sum(count) AS messages${others} FROM records WHERE ${sql}
    GROUP BY ${ownerNames}, source_ip HAVING messages > 0) AS sums`;
  return { from, params };
}

/** The sources of the question, each with its life on all days. */
function withLives(question: SourceQuestion) {
  const { columns, condition } = question.scope;
  const sums = withSums(question);
  const from = `${sums.from} JOIN (SELECT ${columns}, source_ip, min(period_begin) AS first, max(period_end) AS last
    FROM records WHERE ${condition.sql} GROUP BY ${ownerNames}, source_ip) AS life USING (${ownerNames}, source_ip)`;
  return { from, params: { ...condition.params, ...sums.params } };
}

/** Limits the parameters of one query, which are sent in the request URL, and the facts that are in memory at once. */
export const ADDRESSES_PER_QUERY = 1000;

/**
 * The facts about a page's addresses, in the order of the page. They are read on demand, some addresses at a time, so that
 * memory stays flat however long the page is.
 *
 * @param read all facts about the addresses of a condition
 */
export async function* readPageFacts<Found extends { readonly sourceIp: string }>(
  { addresses, sources }: SourcePage,
  read: (addresses: Condition) => Promise<readonly Found[]>,
): AsyncGenerator<Found, void, undefined> {
  for (let start = 0; start < addresses.length; start += ADDRESSES_PER_QUERY) {
    const some = addresses.slice(start, start + ADDRESSES_PER_QUERY);
    // Without addresses of its own a question can be answered together with those of other domains.
    const ofSome =
      some.length === sources
        ? { sql: "", params: {} }
        : { sql: "source_ip IN {addresses:Array(IPv6)}", params: { addresses: some } };
    const known = new Map((await read(ofSome)).map((one) => [one.sourceIp, one]));
    yield* some.flatMap((address) => known.get(toAddressText(address)) ?? []);
  }
}

/** Each address of a range is held with its details. */
const RANGE_ADDRESSES = 10_000;

/** Addresses whose ranges are found by one query: it looks at all addresses of the condition, and sorts these. */
const SORTED_ADDRESSES = 400_000;

/**
 * Splits the addresses of a condition into ranges, in order, that together contain every address that sent mail. They are found on
 * demand, some at a time, so that memory stays flat; an address is in one range, whatever arrives meanwhile.
 *
 * @param addressesMax addresses of a range
 * @param weight SQL, of the rows of an address: as how many it counts; default one
 * @param sources how many there are, if that is known: one range is enough for few, and needs no query
 * @param rangesMax ranges that are found by one query
 * @param settings of these queries
 */
export async function* readSourceRanges(
  engine: Engine,
  condition: Condition,
  {
    addressesMax = RANGE_ADDRESSES,
    weight = "1",
    sources = Number.POSITIVE_INFINITY,
    rangesMax = Math.ceil(SORTED_ADDRESSES / addressesMax),
    settings = readSettings,
  } = {},
): AsyncGenerator<Condition, void, undefined> {
  if (sources <= addressesMax) return yield { sql: "", params: {} };
  const sortedMax = rangesMax * addressesMax;
  for (let above: Condition = { sql: "", params: {} }, sorted = sortedMax; sorted === sortedMax; ) {
    const ends = await readRangeEnds(engine, joinConditions(condition, above), {
      addressesMax,
      weight,
      sortedMax,
      settings,
    });
    for (const { last } of ends) {
      yield joinConditions(above, { sql: "source_ip <= {last:IPv6}", params: { last } });
      above = { sql: "source_ip > {after:IPv6}", params: { after: last } };
    }
    sorted = ends.at(-1)?.place ?? 0;
  }
}

interface RangeOptions {
  readonly addressesMax: number;
  readonly weight: string;
  readonly sortedMax: number;
  readonly settings: string;
}

/** The last address of each range, and its place among those that were sorted. */
function readRangeEnds(
  engine: Engine,
  { sql, params }: Condition,
  { addressesMax, weight, sortedMax, settings }: RangeOptions,
): Promise<{ last: string; place: number }[]> {
  const query = `SELECT source_ip AS last, toUInt32(place) AS place FROM (
      SELECT source_ip, weight, row_number() OVER upTo AS place, sum(weight) OVER upTo AS weights, count() OVER () AS sorted FROM (
        SELECT source_ip, ${weight} AS weight FROM records WHERE ${sql}
        GROUP BY source_ip HAVING sum(count) > 0 ORDER BY source_ip LIMIT ${sortedMax})
      WINDOW upTo AS (ORDER BY source_ip))
    WHERE intDiv(weights, ${addressesMax}) > intDiv(weights - weight, ${addressesMax}) OR place = sorted
    ORDER BY place ${settings}`;
  return engine.select(query, params);
}
