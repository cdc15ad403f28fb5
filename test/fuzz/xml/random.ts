import { createRandom } from "../../support/report-generator.ts";

/** Seeded choices. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = createRandom(seed);
  }

  /** True with this chance, from 0 to 1. */
  chance(share: number): boolean {
    return this.#next() < share;
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1));
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.between(0, items.length - 1)] ?? items[0];
  }

  /** As `pick`; undefined when there is nothing to pick from. */
  pickFrom<Item>(items: readonly Item[]): Item | undefined {
    return items[this.between(0, items.length - 1)];
  }
}
