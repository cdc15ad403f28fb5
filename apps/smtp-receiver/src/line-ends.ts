const CR = 13;
const LF = 10;

/**
 * Finds line ends other than CRLF, in commands and in messages (RFC 5321 section 2.3.8). Servers that disagree about where
 * a message ends let a sender smuggle a second one; none disagrees about CRLF. The state spans chunks.
 *
 * @returns true once the input contains a bare CR or LF
 */
export function createLineEndCheck(): (chunk: Uint8Array) => boolean {
  let isAfterCr = false;
  return (chunk) => {
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if ((byte === LF) !== isAfterCr) return true;
      isAfterCr = byte === CR;
    }
    return false;
  };
}
