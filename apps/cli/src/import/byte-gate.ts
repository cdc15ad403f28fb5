export interface ByteGate {
  /** Waits until `bytes` fit beside what is inside; resolves to what has to be called when they leave. */
  enter(bytes: number): Promise<() => void>;
}

/** Lets work in, in its order, as long as its bytes together stay within `bytesMax`; alone, any size may enter. */
export function createByteGate(bytesMax: number): ByteGate {
  const waiting: { readonly bytes: number; readonly open: () => void }[] = [];
  let inside = 0;

  function fits(bytes: number): boolean {
    return inside === 0 || inside + bytes <= bytesMax;
  }

  function letIn(): void {
    for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
      waiting.shift();
      inside += next.bytes;
      next.open();
    }
  }

  return {
    async enter(bytes) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ bytes, open: resolve });
      letIn();
      await promise;
      return () => {
        inside -= bytes;
        letIn();
      };
    },
  };
}
