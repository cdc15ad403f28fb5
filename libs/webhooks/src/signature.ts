import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

/** After this prefix a secret is the key in base64 (Standard Webhooks); any other secret is the key itself. */
const encodedPrefix = "whsec_";

const GENERATED_BYTES = 32;

/** Creates a secret in the format of the Standard Webhooks libraries: `whsec_` and 256 bits in base64. */
export function createWebhookSecret(): string {
  return encodedPrefix + randomBytes(GENERATED_BYTES).toString("base64");
}

/**
 * True for 16 to 256 printable ASCII characters without spaces; after `whsec_`, base64 of at least 16 bytes. Libraries that
 * verify signatures would turn other characters into different keys.
 */
export function isUsableSecret(secret: string): boolean {
  if (!/^[!-~]{16,256}$/.test(secret)) return false;
  if (!secret.startsWith(encodedPrefix)) return true;
  const encoded = secret.slice(encodedPrefix.length);
  const key = Buffer.from(encoded, "base64");
  return key.length >= 16 && key.toString("base64") === encoded;
}

export interface Signing {
  /** `evt_` id: receivers use it to detect repetitions. */
  readonly eventId: string;
  /** The bytes to send. */
  readonly body: Uint8Array;
  /** Time of this attempt. */
  readonly sentAt: Date;
  /** Newest first; two during a rotation. Empty: the request is not signed. */
  readonly secrets: readonly string[];
}

/**
 * Creates the headers that let a receiver verify a request: those of Standard Webhooks 1.0.0, signed with every secret, and
 * the contract's `X-Ruaflow-Signature` of the body alone. That has room for one signature: during a rotation it is still the
 * oldest secret's, which its receivers know.
 */
export function createSignatureHeaders({ eventId, body, sentAt, secrets }: Signing): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const headers = { "webhook-id": eventId, "webhook-timestamp": timestamp };
  const oldest = secrets.at(-1);
  if (oldest === undefined) return headers;
  const signatures = secrets.map((secret) => {
    const hmac = createHmac("sha256", toKey(secret)).update(`${eventId}.${timestamp}.`).update(body);
    return `v1,${hmac.digest("base64")}`;
  });
  return {
    ...headers,
    "webhook-signature": signatures.join(" "),
    "x-ruaflow-signature": `sha256=${createHmac("sha256", oldest).update(body).digest("hex")}`,
  };
}

/** With a buffer as its key, an HMAC takes five times as long. */
function toKey(secret: string): KeyObject | string {
  return secret.startsWith(encodedPrefix) ? createSecretKey(secret.slice(encodedPrefix.length), "base64") : secret;
}
