import { createHash } from "node:crypto";

const base32 = "abcdefghijklmnopqrstuvwxyz234567";
const ID_DIGITS = 26;

/**
 * `evt_` and 128 bits in lower-case base32 (RFC 4648), derived from the event's facts: every process that writes the same
 * event computes the same id, without coordination.
 *
 * @param parts type, organization and the facts that identify the event; each part is hashed with its length, so that
 *   different lists of parts cannot collide
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
  // 26 digits hold 130 bits: the last digit is padded with two zero bits, as the RFC requires.
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex")}`) << 2n;
  let text = "";
  for (let digit = 0; digit < ID_DIGITS; digit++) {
    text = base32.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}
