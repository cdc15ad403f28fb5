import type { IpData, IpFacts } from "@ruaflow/ip-data";
import type { ReadFacts, SourceFacts } from "@ruaflow/verdicts/facts";
import type { AnswerStates } from "./answer-states.ts";

/** Addresses, about 230 bytes each; up to twice as many are remembered. */
const ADDRESSES_MAX = 25_000;

interface Cached<Facts> {
  readonly version: string;
  /** The facts that were found last, and those before them. */
  young: Map<string, Facts>;
  old: ReadonlyMap<string, Facts>;
}

/**
 * Caches what was read of addresses until a fact about any source changes, every few seconds while new addresses come: lists of a
 * thousand sources have most of their addresses in common. Facts are of no organization; who may ask for which is the caller's to say.
 */
export function cacheFacts(read: ReadFacts, { ofAddresses }: Pick<AnswerStates, "ofAddresses">): ReadFacts {
  let cached = begin<SourceFacts>("");
  return async (addresses) => {
    // Read after the question was asked, and before the facts: these are at least as new.
    const version = await ofAddresses();
    if (cached.version !== version) cached = begin(version);
    const own = cached;
    const found = new Map<string, SourceFacts>();
    for (const address of addresses) {
      const facts = find(own, address);
      if (facts !== undefined) found.set(address, facts);
    }
    const missing = addresses.filter((address) => !found.has(address));
    const fresh = missing.length > 0 ? await read(missing) : new Map<string, SourceFacts>();
    for (const [address, facts] of fresh) {
      found.set(address, facts);
      remember(own, address, facts);
    }
    return found;
  };
}

/**
 * Caches what the data sets say of addresses as long as they are the same: with each fact that is found about another source the same
 * thousands of addresses are looked up again, 14 µs each, since owners are on the disk.
 */
export function cacheLookups({ lookup, describe }: Pick<IpData, "lookup" | "describe">): Pick<IpData, "lookup"> {
  let cached = begin<IpFacts>("");
  return {
    lookup(address) {
      const version = describe();
      if (cached.version !== version) cached = begin(version);
      const known = find(cached, address);
      if (known !== undefined) return known;
      const facts = lookup(address);
      remember(cached, address, facts);
      return facts;
    },
  };
}

function begin<Facts>(version: string): Cached<Facts> {
  return { version, young: new Map(), old: new Map() };
}

function find<Facts>({ young, old }: Cached<Facts>, address: string): Facts | undefined {
  return young.get(address) ?? old.get(address);
}

function remember<Facts>(cached: Cached<Facts>, address: string, facts: Facts): void {
  if (cached.young.size >= ADDRESSES_MAX) [cached.young, cached.old] = [new Map(), cached.young];
  cached.young.set(address, facts);
}
