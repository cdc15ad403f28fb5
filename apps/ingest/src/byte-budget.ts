/** A share of a budget; whoever has it gives it back. */
export interface Share {
  /** Enlarges the share to `bytes` in all; false, and no change, when there is no room for it. */
  growTo(bytes: number): boolean;
  leave(): void;
}

/**
 * Bounds the bytes that are in hand at the same time, from whichever door. Alone, anything may be in hand: what is larger
 * than the budget waits until nothing else is.
 */
export interface ByteBudget {
  /** Waits, in the order of calls, until `bytes` fit beside what is in hand. */
  enter(bytes: number): Promise<Share>;
  /** A share at once, or `null` when there is no room. */
  tryEnter(bytes: number): Share | null;
}

export function createByteBudget(bytesMax: number): ByteBudget {
  const waiting: { readonly bytes: number; readonly open: () => void }[] = [];
  let inHand = 0;

  function fits(bytes: number): boolean {
    return inHand === 0 || inHand + bytes <= bytesMax;
  }

  function letIn(): void {
    for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
      waiting.shift();
      inHand += next.bytes;
      next.open();
    }
  }

  function createShare(bytes: number): Share {
    let held = bytes;
    return {
      growTo(wanted) {
        const isAlone = inHand === held;
        if (wanted > held && !isAlone && !fits(wanted - held)) return false;
        inHand += Math.max(0, wanted - held);
        held = Math.max(held, wanted);
        return true;
      },
      leave() {
        inHand -= held;
        held = 0;
        letIn();
      },
    };
  }

  return {
    async enter(bytes) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ bytes, open: resolve });
      letIn();
      await promise;
      return createShare(bytes);
    },
    tryEnter(bytes) {
      if (waiting.length > 0 || !fits(bytes)) return null;
      inHand += bytes;
      return createShare(bytes);
    },
  };
}
