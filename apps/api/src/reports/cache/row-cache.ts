import { deserialize, serialize } from "node:v8";
import { zstdDecompressSync } from "node:zlib";
import { compressToCache } from "@ruaflow/runtime/compress";
import { createFairCache, toCacheKey } from "@ruaflow/runtime/fair-cache";
import type { AnswerStates } from "./answer-states.ts";

/** What the store answered, in pieces that are compressed each by itself. */
type Pieces = readonly Uint8Array[];

interface CachedRows {
  /** Of the rows that they derive from. */
  readonly version: string;
  readonly pieces: Pieces;
}

interface Asked {
  readonly cached: Pieces | undefined;
  /** Caches what was read after the question was asked, unless rows have changed since. */
  save(pieces: Pieces): Promise<void>;
}

const MIB = 2 ** 20;
const LIMITS = { all: 16 * MIB, owner: 4 * MIB };
/** Rows that are in memory at once, however long a list is. */
const PIECE_ROWS = 500;
const QUESTION_BYTES_MAX = MIB;

/**
 * Caches what the store answered as long as the organization's rows have not changed. As with an answer, the version was the same, and
 * settled, before and after.
 */
export function createRowCache({ ofRows }: Pick<AnswerStates, "ofRows">) {
  const sizeOf = ({ version, pieces }: CachedRows) => 2 * version.length + toBytes(pieces);
  const cache = createFairCache<CachedRows>({ ...LIMITS, sizeOf });
  return async (organizationId: string, question: readonly unknown[]): Promise<Asked> => {
    const key = toCacheKey(organizationId, question);
    const { version, isSettled } = await ofRows(organizationId);
    const found = cache.find(key);
    return {
      cached: found?.version === version ? found.pieces : undefined,
      async save(pieces) {
        if (!isSettled || toBytes(pieces) > QUESTION_BYTES_MAX) return;
        const after = await ofRows(organizationId).catch(() => undefined);
        if (after?.isSettled && after.version === version) cache.save(key, { version, pieces });
      },
    };
  };
}

export function pack(value: unknown): Uint8Array {
  return compressToCache(serialize(value));
}

/** @param piece of {@link pack}, with a value of this type */
export function unpack<Value>(piece: Uint8Array): Value {
  return deserialize(zstdDecompressSync(piece));
}

/** The same rows, whose pieces are handed over once all have been read, unless they are too long. */
export async function* packStream<Row>(
  rows: AsyncIterable<Row>,
  onEnd: (pieces: Pieces) => void,
): AsyncGenerator<Row, void, undefined> {
  let held: Row[] = [];
  const pieces: Uint8Array[] = [];
  for await (const row of rows) {
    held.push(row);
    if (held.length === PIECE_ROWS) {
      if (toBytes(pieces) <= QUESTION_BYTES_MAX) pieces.push(pack(held));
      held = [];
    }
    yield row;
  }
  onEnd([...pieces, pack(held)]);
}

export async function* unpackStream<Row>(pieces: Pieces): AsyncGenerator<Row, void, undefined> {
  for (const piece of pieces) yield* unpack<Row[]>(piece);
}

function toBytes(pieces: Pieces): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
