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
  const value = BigInt(`0x${Buffer.from(bytes).toString("hex")}`) << 2n;
  return value
    .toString(32)
    .padStart(ID_DIGITS, "0")
    .replace(/./g, (digit) => base32.charAt(Number.parseInt(digit, 32)));
}
