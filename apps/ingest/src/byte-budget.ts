/** A share of a budget; its holder must give it back with `leave`. */
export interface Share {
  /** Enlarges the share to `bytes` in total. Returns false and changes nothing if the budget has no room. */
  growTo(bytes: number): boolean;
  leave(): void;
}

/**
 * Bounds the bytes in flight over all channels. A request larger than the budget waits until nothing else is in flight,
 * and is then granted alone.
 */
export interface ByteBudget {
  /** Waits, in the order of calls, until `bytes` fit into the budget. */
  enter(bytes: number): Promise<Share>;
  /** A share at once, or `null` if the budget has no room. */
  tryEnter(bytes: number): Share | null;
}

export function createByteBudget(bytesMax: number): ByteBudget {
  const waiting: { readonly bytes: number; readonly open: () => void }[] = [];
  let inFlight = 0;

  function fits(bytes: number): boolean {
    return inFlight === 0 || inFlight + bytes <= bytesMax;
  }

  function admit(): void {
    for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
      waiting.shift();
      inFlight += next.bytes;
      next.open();
    }
  }

  function createShare(bytes: number): Share {
    let held = bytes;
    return {
      growTo(wanted) {
        const isAlone = inFlight === held;
        if (wanted > held && !isAlone && !fits(wanted - held)) return false;
        inFlight += Math.max(0, wanted - held);
        held = Math.max(held, wanted);
        return true;
      },
      leave() {
        inFlight -= held;
        held = 0;
        admit();
      },
    };
  }

  return {
    async enter(bytes) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ bytes, open: resolve });
      admit();
      await promise;
      return createShare(bytes);
    },
    tryEnter(bytes) {
      if (waiting.length > 0 || !fits(bytes)) return null;
      inFlight += bytes;
      return createShare(bytes);
    },
  };
}
