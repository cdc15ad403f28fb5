/** Names that are remembered at a time; beyond it the oldest is forgotten. */
const NAMES_MAX = 10_000;

/** Names that are refused for a while, in bounded memory. */
export class Refusals {
  readonly #forMs: number;
  /** In the order of their end. */
  readonly #until = new Map<string, number>();

  constructor(forMs: number) {
    this.#forMs = forMs;
  }

  add(name: string): void {
    const [oldest] = this.#until.keys();
    if (this.#until.size >= NAMES_MAX && oldest !== undefined) this.#until.delete(oldest);
    this.#until.delete(name);
    this.#until.set(name, performance.now() + this.#forMs);
  }

  has(name: string): boolean {
    const until = this.#until.get(name);
    if (until === undefined) return false;
    if (until <= performance.now()) this.#until.delete(name);
    return until > performance.now();
  }
}
