/** Repeatable random numbers (mulberry32): the same seed gives the same data on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Whole number in [0, below). */
  below(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Picks early items more often: the share of item n falls as 1 / (n + 1). */
  pickSkewed<Item>(items: readonly Item[]): Item;
  /** Whole number of at least 1 with the given mean, geometrically distributed. */
  geometric(mean: number): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[Math.min(index, items.length - 1)];
    if (item === undefined) throw new RangeError("nothing to pick from");
    return item;
  };
  return {
    next,
    below,
    pick: (items) => at(items, below(items.length)),
    pickSkewed: (items) => at(items, Math.floor((items.length + 1) ** next()) - 1),
    geometric: (mean) => (mean <= 1 ? 1 : 1 + Math.floor(Math.log(1 - next()) / Math.log(1 - 1 / mean))),
  };
}
