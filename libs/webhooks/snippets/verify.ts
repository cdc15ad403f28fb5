import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const TOLERANCE_SECONDS = 300;

/**
 * Throws unless the request is from Ruaflow, unchanged and recent. Pass the raw body: parsing it and writing it again
 * changes it.
 *
 * Returns the event's id (the header webhook-id). A delivery can be repeated with the same id, for two days and on request:
 * remember the ids that you have processed, and answer repeated ones with 2xx without further action.
 */
export function verifyWebhook(body: Uint8Array, headers: IncomingHttpHeaders, secret: string): string {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof signatures !== "string") {
    throw new Error("The request is not signed.");
  }
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= TOLERANCE_SECONDS)) throw new Error("The request is too old.");

  // After whsec_ follows the key in base64; any other secret is the key itself.
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
  if (key.length === 0) throw new Error("The secret is empty.");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();

  // During a rotation of the secret there are two signatures: one valid signature is enough.
  const isSigned = signatures.split(" ").some((signature) => {
    const [version, text = ""] = signature.split(",");
    const given = Buffer.from(text, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new Error("The signature is not valid.");
  return id;
}
