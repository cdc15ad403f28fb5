import type { Random } from "../xml/random.ts";

/** Large inputs make slow executions, and nothing that is not in a small one. */
export const INPUT_BYTES_MAX = 16 * 1024;

/** Numbers at the borders of what fields can hold. */
const NUMBERS = [
  0, 1, 2, 7, 8, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xfffe, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe,
  0xffffffff,
] as const;

type Change = (bytes: Buffer, random: Random, donor: Uint8Array) => Buffer;

const CHANGES: readonly [Change, ...Change[]] = [
  (bytes, random) => set(bytes, random, (value) => value ^ (1 << random.between(0, 7))),
  (bytes, random) => set(bytes, random, () => random.between(0, 255)),
  (bytes, random) => set(bytes, random, (value) => value + random.between(-8, 8)),
  writeNumber,
  (bytes, random) => {
    const [from, to] = pickRange(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (bytes, random) => {
    const [from, to] = pickRange(bytes, random);
    const copies = Array.from({ length: random.chance(0.1) ? random.between(2, 200) : 2 }, () =>
      bytes.subarray(from, to),
    );
    return Buffer.concat([bytes.subarray(0, from), ...copies, bytes.subarray(to)]);
  },
  (bytes, random) => {
    const [from, to] = pickRange(bytes, random);
    return insert(bytes, random, bytes.subarray(from, to));
  },
  (bytes, random, donor) => {
    const [from, to] = pickRange(donor, random);
    return insert(bytes, random, donor.subarray(from, to));
  },
  (bytes, random, donor) => {
    const at = random.between(0, bytes.length);
    return Buffer.concat([bytes.subarray(0, at), donor.subarray(random.between(0, donor.length))]);
  },
  (bytes, random) => bytes.subarray(0, random.between(0, bytes.length)),
];

/** The bytes with a few changes, some with words of the format, some with pieces of another input. */
export function mutate(
  bytes: Uint8Array,
  random: Random,
  { words, donor }: { readonly words: readonly string[]; readonly donor: Uint8Array },
): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (let left = random.between(1, random.chance(0.2) ? 12 : 3); left > 0; left -= 1) {
    const word = random.chance(0.2) ? random.pickFrom(words) : undefined;
    changed = word === undefined ? random.pick(CHANGES)(changed, random, donor) : writeWord(changed, random, word);
  }
  return changed.subarray(0, INPUT_BYTES_MAX);
}

function set(bytes: Buffer, random: Random, change: (value: number) => number): Buffer {
  const at = random.between(0, bytes.length - 1);
  if (bytes.length > 0) bytes[at] = change(bytes[at] ?? 0) & 0xff;
  return bytes;
}

function writeNumber(bytes: Buffer, random: Random): Buffer {
  const width = random.pick([1, 2, 4]);
  if (bytes.length < width) return bytes;
  const at = random.between(0, bytes.length - width);
  const value = random.pick(NUMBERS) % 2 ** (8 * width);
  if (random.chance(0.7)) bytes.writeUIntLE(value, at, width);
  else bytes.writeUIntBE(value, at, width);
  return bytes;
}

function writeWord(bytes: Buffer, random: Random, word: string): Buffer {
  const piece = Buffer.from(word, "latin1");
  if (random.chance(0.5)) return insert(bytes, random, piece);
  piece.copy(bytes, random.between(0, bytes.length));
  return bytes;
}

function insert(bytes: Buffer, random: Random, piece: Uint8Array): Buffer {
  const at = random.between(0, bytes.length);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
}

/** A range that is short more often than long. */
function pickRange(bytes: Uint8Array, random: Random): readonly [from: number, to: number] {
  const from = random.between(0, bytes.length);
  const length = random.between(0, random.pick([4, 16, 64, 512, 4096]));
  return [from, Math.min(bytes.length, from + length)];
}
