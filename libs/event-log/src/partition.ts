const MULTIPLIER = 0x5bd1e995;
const SEED = 0x9747b28c;

function mix(block: number): number {
  const product = Math.imul(block, MULTIPLIER);
  return Math.imul(product ^ (product >>> 24), MULTIPLIER);
}

/** 32-bit MurmurHash2 as Kafka's Java client computes it (org.apache.kafka.common.utils.Utils.murmur2). */
export function murmur2(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tail = bytes.byteLength & ~3;
  let hash = SEED ^ bytes.byteLength;
  for (let index = 0; index < tail; index += 4) {
    hash = Math.imul(hash, MULTIPLIER) ^ mix(view.getInt32(index, true));
  }
  if (tail < bytes.byteLength) {
    for (let index = bytes.byteLength - 1; index >= tail; index -= 1) {
      hash ^= view.getUint8(index) << ((index - tail) * 8);
    }
    hash = Math.imul(hash, MULTIPLIER);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
}

/** The partition of a key: the same in every driver, and the one that Kafka's default partitioner chooses. */
export function choosePartition(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;
}
