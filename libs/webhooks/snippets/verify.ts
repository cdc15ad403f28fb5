import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const TOLERANCE_SECONDS = 300;

/**
 * Throws unless a request comes from Ruaflow, as it was sent and not long ago. Give it the body as it came in: parsing
 * and writing it again changes it.
 *
 * Returns the event's id (the header webhook-id). A delivery may come again, with the same id, for two days and whenever
 * somebody asks for it: keep the ids that you are done with, and answer 2xx to one of them without doing anything.
 */
export function verifyWebhook(body: Uint8Array, headers: IncomingHttpHeaders, secret: string): string {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof signatures !== "string") {
    throw new Error("The request is not signed.");
  }
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= TOLERANCE_SECONDS)) throw new Error("The request is too old.");

  // After whsec_ the key stands in base64; any other secret is the key itself.
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
  if (key.length === 0) throw new Error("There is no secret to check with.");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();

  // While a secret is being changed there are two signatures: one that is right is enough.
  const isSigned = signatures.split(" ").some((signature) => {
    const [version, text = ""] = signature.split(",");
    const given = Buffer.from(text, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new Error("The signature is not right.");
  return id;
}
