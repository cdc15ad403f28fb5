import { createHash } from "node:crypto";

const base32 = "abcdefghijklmnopqrstuvwxyz234567";
const ID_DIGITS = 26;

/**
 * `evt_` and 128 bits in lower-case base32 (RFC 4648), derived from what the event is about: whoever writes the same
 * event again writes the same id, without asking anybody.
 *
 * @param parts type, organization and whatever makes the event one of its kind; lengths stand before each, so that no
 *   two lists of parts run together
 */
export function createEventId(parts: readonly string[]): string {
  const hash = createHash("sha256").update("ruaflow event 1");
  for (const part of parts) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(part));
    hash.update(length).update(part);
  }
  return `evt_${toBase32(hash.digest().subarray(0, 16))}`;
}

function toBase32(bytes: Uint8Array): string {
  // 26 digits hold 130 bits: the last digit is filled up with two zeros, as the RFC has it.
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex")}`) << 2n;
  let text = "";
  for (let digit = 0; digit < ID_DIGITS; digit++) {
    text = base32.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}
