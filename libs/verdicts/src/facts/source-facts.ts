import type { IpData, IpFacts } from "@ruaflow/ip-data";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { takeLoopTurn } from "@ruaflow/runtime/turns";

/** What is known of an address; `null`: unknown. */
export interface SourceFacts extends IpFacts {
  /** A name that leads back to the address. */
  readonly hostname: string | null;
}

/** Reads what is known of addresses, which are all different. Each has an entry. */
export type ReadFacts = (addresses: readonly string[]) => Promise<ReadonlyMap<string, SourceFacts>>;

interface WithAddress {
  readonly sourceIp: string;
}

/** An item of an answer with the facts about its address. */
export interface Sourced<Item extends WithAddress> {
  readonly item: Item;
  readonly facts: SourceFacts;
}

interface FactsContext {
  readonly readFacts: ReadFacts;
}

/** Items per query. */
const ITEMS_PER_QUERY = 500;

/** Facts from the table of sources, in one query. An address that it does not have yet has owner and country from the offline data sets. */
export function createFactsReader({
  metadata,
  ipData,
}: {
  readonly metadata: { readonly sources: Pick<MetadataStore["sources"], "readSources"> };
  readonly ipData: Pick<IpData, "lookup">;
}): ReadFacts {
  return async (addresses) => {
    const known = await metadata.sources.readSources(addresses);
    return new Map(
      addresses.map((address) => [address, known.get(address) ?? { hostname: null, ...ipData.lookup(address) }]),
    );
  };
}

/** Adds what is known of each item's address. Facts are global, but only of addresses that the organization's own reports contain. */
export async function addSourceFacts<Item extends WithAddress>(
  { readFacts }: FactsContext,
  items: readonly Item[],
): Promise<Sourced<Item>[]> {
  if (items.length === 0) return [];
  const factsOf = await readFacts([...new Set(items.map(({ sourceIp }) => sourceIp))]);
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

/** Works on a stream of items, some at a time, in order and in turns with other long lists. */
export async function* together<Item, Result>(
  items: AsyncIterable<Item>,
  work: (some: readonly Item[]) => Promise<readonly Result[]>,
): AsyncGenerator<Result, void, undefined> {
  let held: Item[] = [];
  for await (const item of items) {
    held.push(item);
    if (held.length < ITEMS_PER_QUERY) continue;
    await takeLoopTurn();
    yield* await work(held);
    held = [];
  }
  if (held.length > 0) yield* await work(held);
}
