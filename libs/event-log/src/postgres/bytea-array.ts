/** Type id of `bytea` (PostgreSQL: src/include/catalog/pg_type.dat). */
const BYTEA_OID = 17;

/**
 * Encodes a one-dimensional `bytea[]` without nulls in Postgres's binary format (src/backend/utils/adt/arrayfuncs.c
 * `array_recv`), for use as a parameter. node-postgres sends buffers as binary; as text every byte would take two or
 * more. (It cannot receive binary: it decodes every value as UTF-8.)
 */
export function encodeByteaArray(values: readonly Uint8Array[]): Buffer {
  const bytes = values.reduce((sum, value) => sum + 4 + value.byteLength, 20);
  const buffer = Buffer.allocUnsafe(bytes);
  // Dimensions, flags (no nulls), element type, length, lower bound.
  let position = 0;
  for (const word of [1, 0, BYTEA_OID, values.length, 1]) position = buffer.writeInt32BE(word, position);
  for (const value of values) {
    position = buffer.writeInt32BE(value.byteLength, position);
    buffer.set(value, position);
    position += value.byteLength;
  }
  return buffer;
}
