import type { FuzzTarget } from "./targets.ts";

/** Faults as a change of a reader could bring, with what the fuzz must say of each. */
export const FAULTS = {
  throws: "thrown: RangeError",
  "never ends": "endless: over",
  "never answers": "endless: the reader waits",
  "takes long": "slow",
  "holds memory": "memory",
} as const;
export type Fault = keyof typeof FAULTS;

const held: Buffer[] = [];

const faults: Readonly<Record<Fault, () => void | Promise<void>>> = {
  throws: () => {
    throw new RangeError("The planted fault was reached.");
  },
  "never ends": () => {
    for (;;);
  },
  "never answers": () => new Promise(() => {}),
  "takes long": () => {
    const end = performance.now() + 3000;
    while (performance.now() < end);
  },
  "holds memory": () => {
    for (let i = 0; i < 40; i += 1) held.push(Buffer.alloc(16 * 2 ** 20, 1));
  },
};

/** The target with a fault that shows on few inputs. */
export function breakTarget(target: FuzzTarget, fault: Fault): FuzzTarget {
  return {
    ...target,
    read: async (body) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      if (isTrap(Buffer.concat(pieces))) await faults[fault]();
      return target.read(toBody(pieces));
    },
  };
}

/**
 * Conditions in each other, as in a real reader. Few inputs meet them all by chance; coverage shows each that is met, so
 * that the next is tried from there.
 */
function isTrap(bytes: Buffer): boolean {
  return bytes.length % 7 === 3 && bytes.includes(0x7f) && (bytes[bytes.length >> 1] ?? 0xff) < 0x30;
}

async function* toBody(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
