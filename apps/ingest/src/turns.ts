/** Who sent something. */
export interface Sender {
  readonly kind: "mail" | "upload";
  /** A key, or a network. */
  readonly id: string;
}

/** Whose work it is. */
export interface Party extends Omit<Sender, "kind"> {
  /** `unproven`: mail of which nothing is proven, once that is known. */
  readonly kind: Sender["kind"] | "unproven";
  readonly organization: string;
}

/** What became of an attempt to begin: `later`, the party has its share; `full`, no one can begin now. */
export type Attempt = "begun" | "later" | "full";

/**
 * Work that waits. The next to begin is of the organization that began something least recently, of its mail or uploads,
 * whichever did so least recently, and so on for their senders: no queue delays another one.
 */
export interface Turns<Need> {
  /**
   * Resolves when the work has begun.
   * @throws the signal's reason if it is aborted before
   */
  take(need: Need, party: Party | null, signal?: AbortSignal): Promise<void>;
  /** Whether the work has begun, without waiting: not while other work waits. */
  tryTake(need: Need, party: Party | null): boolean;
  /** To be called whenever something may begin. */
  advance(): void;
}

interface Waiting<Need> {
  readonly need: Need;
  readonly party: Party | null;
  readonly begin: () => void;
}

/** @param attempt begins the work, if it may begin now */
export function createTurns<Need>(attempt: (need: Need, party: Party | null) => Attempt): Turns<Need> {
  // In the order of arrival.
  const waiting = new Set<Waiting<Need>>();
  const served = createServed();

  function advance(): void {
    for (const each of [...waiting].sort((one, other) => served.compare(one.party, other.party))) {
      const result = attempt(each.need, each.party);
      if (result === "full") return;
      if (result === "later") continue;
      waiting.delete(each);
      served.mark(each.party);
      each.begin();
      advance();
      return;
    }
  }

  return {
    async take(need, party, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const own = { need, party, begin: resolve };
      const leave = () => {
        if (waiting.delete(own)) reject(signal?.reason);
        advance();
      };
      signal?.addEventListener("abort", leave, { once: true });
      waiting.add(own);
      if (signal?.aborted) leave();
      else advance();
      await promise.finally(() => signal?.removeEventListener("abort", leave));
    },
    tryTake: (need, party) => waiting.size === 0 && attempt(need, party) === "begun",
    advance,
  };
}

/** Names beyond this are forgotten, the least recent first: as if they had never been served, which is nearly so. */
const NAMES_MAX = 3000;

/** Who was served when. */
function createServed() {
  // The names in the order in which they were served last.
  const times = new Map<string, number>();
  let last = 0;
  return {
    /** Negative: `one` comes first. */
    compare(one: Party | null, other: Party | null): number {
      const others = toNames(other);
      for (const [level, name] of toNames(one).entries()) {
        const difference = (times.get(name) ?? 0) - (times.get(others[level] ?? "") ?? 0);
        if (difference !== 0) return difference;
      }
      return 0;
    },
    mark(party: Party | null): void {
      last += 1;
      for (const name of toNames(party)) {
        times.delete(name);
        times.set(name, last);
        const [oldest] = times.keys();
        if (times.size > NAMES_MAX && oldest !== undefined) times.delete(oldest);
      }
    },
  };
}

function toNames(party: Party | null): readonly string[] {
  if (party === null) return ["", "", ""];
  const { organization, kind, id } = party;
  return [organization, `${organization} ${kind}`, `${organization} ${kind} ${id}`];
}
