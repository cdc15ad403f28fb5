import { createTurns, type Party } from "./turns.ts";

/** A share of a budget; its holder must give it back with `leave`. */
export interface Share {
  leave(): void;
}

export interface EnterOptions {
  /** Whose submission it is; absent: the operator's, which needs to leave no one room. */
  readonly party?: Party | null;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/**
 * Bounds the bytes of submissions that are read and made durable at the same time. A submission has arrived before it
 * enters: nothing in here waits for a sender.
 */
export interface ByteBudget {
  /**
   * Waits for `bytes`, in turns. One larger than the budget waits until nothing else is in it, and is then alone.
   * @throws the signal's reason
   */
  enter(bytes: number, options?: EnterOptions): Promise<Share>;
  /** A share for `bytes` if there is room for them now, and no one waits; otherwise `null`. */
  tryEnter(bytes: number, party: Party | null): Share | null;
}

/** What one organization, and what mail or uploads, may hold of the budget beside what they hold last. */
const ORGANIZATION_PART = 1 / 2;
const KIND_PART = 3 / 4;

export function createByteBudget(bytesMax: number): ByteBudget {
  const held = new Map<string, number>();
  let inside = 0;

  /** A first submission may take more than the part: it could never enter otherwise. */
  function hasPart(name: string, bytes: number, part: number): boolean {
    const own = held.get(name) ?? 0;
    return own === 0 || own + bytes <= part * bytesMax;
  }

  function add(bytes: number, party: Party | null): void {
    inside += bytes;
    for (const name of party ? [party.organization, party.kind] : []) {
      const own = (held.get(name) ?? 0) + bytes;
      if (own === 0) held.delete(name);
      else held.set(name, own);
    }
  }

  const turns = createTurns<number>((bytes, party) => {
    const isWithinParts =
      party === null ||
      (hasPart(party.organization, bytes, ORGANIZATION_PART) && hasPart(party.kind, bytes, KIND_PART));
    if (!isWithinParts) return "later";
    if (inside > 0 && inside + bytes > bytesMax) return "full";
    add(bytes, party);
    return "begun";
  });

  function createShare(bytes: number, party: Party | null): Share {
    let isInside = true;
    return {
      leave() {
        if (!isInside) return;
        isInside = false;
        add(-bytes, party);
        turns.advance();
      },
    };
  }

  return {
    async enter(bytes, { party = null, signal } = {}) {
      await turns.take(bytes, party, signal);
      return createShare(bytes, party);
    },
    tryEnter: (bytes, party) => (turns.tryTake(bytes, party) ? createShare(bytes, party) : null),
  };
}
