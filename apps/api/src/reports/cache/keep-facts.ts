import type { IpData, IpFacts } from "@ruaflow/ip-data";
import type { ReadFacts, SourceFacts } from "@ruaflow/verdicts/facts";
import type { AnswerStates } from "./answer-states.ts";

/** Addresses, about 230 bytes each; up to twice as many are remembered. */
const ADDRESSES_MAX = 25_000;

interface Kept<Facts> {
  readonly version: string;
  /** The facts that were found last, and those before them. */
  young: Map<string, Facts>;
  old: ReadonlyMap<string, Facts>;
}

/**
 * Keeps what was read of addresses until a fact about any source changes, every few seconds while new addresses come: lists of a
 * thousand sources have most of their addresses in common. Facts are of no organization; who may ask for which is the caller's to say.
 */
export function keepFacts(read: ReadFacts, { ofAddresses }: Pick<AnswerStates, "ofAddresses">): ReadFacts {
  let kept = begin<SourceFacts>("");
  return async (addresses) => {
    // Read after the question was asked, and before the facts: these are at least as new.
    const version = await ofAddresses();
    if (kept.version !== version) kept = begin(version);
    const own = kept;
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
 * Keeps what the data sets say of addresses as long as they are the same: with each fact that is found about another source the same
 * thousands of addresses are looked up again, 14 µs each, since owners are on the disk.
 */
export function keepLookups({ lookup, describe }: Pick<IpData, "lookup" | "describe">): Pick<IpData, "lookup"> {
  let kept = begin<IpFacts>("");
  return {
    lookup(address) {
      const version = describe();
      if (kept.version !== version) kept = begin(version);
      const known = find(kept, address);
      if (known !== undefined) return known;
      const facts = lookup(address);
      remember(kept, address, facts);
      return facts;
    },
  };
}

function begin<Facts>(version: string): Kept<Facts> {
  return { version, young: new Map(), old: new Map() };
}

function find<Facts>({ young, old }: Kept<Facts>, address: string): Facts | undefined {
  return young.get(address) ?? old.get(address);
}

function remember<Facts>(kept: Kept<Facts>, address: string, facts: Facts): void {
  if (kept.young.size >= ADDRESSES_MAX) [kept.young, kept.old] = [new Map(), kept.young];
  kept.young.set(address, facts);
}
