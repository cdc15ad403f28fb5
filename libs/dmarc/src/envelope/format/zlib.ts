import { constants, inflateRawSync } from "node:zlib";

/** Method deflate with the usual window, and a flags byte for each level of compression (RFC 1950): also bytes of a text. */
const headers = new Set([0x7801, 0x785e, 0x789c, 0x78da]);
const HEADER_BYTES = 2;
const TRIED_BYTES_MAX = 64 * 1024;

/** Whether bytes begin as zlib's own format, which some programs write under the name .gz: what looks like it is tried. */
export function isZlib(head: Buffer): boolean {
  if (head.length <= HEADER_BYTES || !headers.has(head.readUInt16BE(0))) return false;
  try {
    return (
      inflateRawSync(head.subarray(HEADER_BYTES), {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: TRIED_BYTES_MAX,
      }).length > 0
    );
  } catch (error) {
    return error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
  }
}
