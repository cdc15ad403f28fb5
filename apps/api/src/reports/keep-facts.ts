import type { ReadFacts, SourceFacts } from "@ruaflow/verdicts/facts";
import type { AnswerStates } from "./answer-states.ts";

/** Addresses, about 250 bytes each; up to twice as many are remembered. */
const ADDRESSES_MAX = 25_000;

interface KeptFacts {
  readonly version: string;
  /** The last facts, and those before them. */
  young: Map<string, SourceFacts>;
  old: ReadonlyMap<string, SourceFacts>;
}

/**
 * Keeps what was read of addresses until a fact about any source changes, every few seconds while new addresses come: lists of a
 * thousand sources have most of their addresses in common. Facts are of no organization; who may ask for which is the caller's to say.
 */
export function keepFacts(read: ReadFacts, { ofAddresses }: Pick<AnswerStates, "ofAddresses">): ReadFacts {
  let kept = begin("");
  return async (addresses) => {
    // Read after the question was asked, and before the facts: these are at least as new.
    const version = await ofAddresses();
    if (kept.version !== version) kept = begin(version);
    const own = kept;
    const found = new Map<string, SourceFacts>();
    for (const address of addresses) {
      const facts = own.young.get(address) ?? own.old.get(address);
      if (facts !== undefined) found.set(address, facts);
    }
    const missing = addresses.filter((address) => !found.has(address));
    const fresh = missing.length > 0 ? await read(missing) : new Map<string, SourceFacts>();
    for (const [address, facts] of fresh) found.set(address, facts);
    remember(own, found);
    return found;
  };
}

function begin(version: string): KeptFacts {
  return { version, young: new Map(), old: new Map() };
}

function remember(kept: KeptFacts, found: ReadonlyMap<string, SourceFacts>): void {
  for (const [address, facts] of found) {
    if (kept.young.size >= ADDRESSES_MAX) [kept.young, kept.old] = [new Map(), kept.young];
    kept.young.set(address, facts);
  }
}
