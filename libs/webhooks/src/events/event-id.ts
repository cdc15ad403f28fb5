import { createHash } from "node:crypto";
import { toBase32 } from "@ruaflow/runtime/text";

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
