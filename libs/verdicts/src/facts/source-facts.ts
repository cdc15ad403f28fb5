import type { IpFacts } from "@ruaflow/ip-data";
import type { VerdictStores } from "../verdict-stores.ts";

/** What is known of an address; `null`: unknown. */
export interface SourceFacts extends IpFacts {
  /** A name that leads back to the address. */
  readonly hostname: string | null;
}

interface WithAddress {
  readonly sourceIp: string;
}

/** An item of an answer with the facts about its address. */
export interface Sourced<Item extends WithAddress> {
  readonly item: Item;
  readonly facts: SourceFacts;
}

type FactsContext = Pick<VerdictStores, "metadata" | "ipData">;

/** Items per query. */
const ITEMS_PER_QUERY = 500;

/**
 * Adds what is known of each item's address, in one query. Facts are global, but only of addresses that the organization's
 * own reports contain. An address that was not enriched yet has owner and country from the offline data sets.
 */
export async function addSourceFacts<Item extends WithAddress>(
  { metadata, ipData }: FactsContext,
  items: readonly Item[],
): Promise<Sourced<Item>[]> {
  const addresses = [...new Set(items.map(({ sourceIp }) => sourceIp))];
  const known = addresses.length > 0 ? await metadata.sources.readSources(addresses) : new Map<string, SourceFacts>();
  const factsOf = new Map(
    addresses.map((address) => [address, known.get(address) ?? { hostname: null, ...ipData.lookup(address) }]),
  );
  return items.flatMap((item) => {
    const facts = factsOf.get(item.sourceIp);
    return facts === undefined ? [] : [{ item, facts }];
  });
}

/** The same for a stream of items, some at a time, so that memory stays flat. */
export async function* streamSourceFacts<Item extends WithAddress>(
  context: FactsContext,
  items: AsyncIterable<Item>,
): AsyncGenerator<Sourced<Item>, void, undefined> {
  yield* together(items, (some) => addSourceFacts(context, some));
}

/** Works on a stream of items, some at a time and in order. */
export async function* together<Item, Result>(
  items: AsyncIterable<Item>,
  work: (some: readonly Item[]) => Promise<readonly Result[]>,
): AsyncGenerator<Result, void, undefined> {
  let held: Item[] = [];
  for await (const item of items) {
    held.push(item);
    if (held.length < ITEMS_PER_QUERY) continue;
    yield* await work(held);
    held = [];
  }
  if (held.length > 0) yield* await work(held);
}
