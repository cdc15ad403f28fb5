import type { WebhookEvent } from "./events.ts";

/** A delivery as received. */
export interface Delivery {
  /** The raw body: parsing it and writing it again would change it. */
  readonly payload: string | Uint8Array;
  /** The request's headers; names are not case-sensitive. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The webhook's secret. */
  readonly secret: string;
  /** Maximum difference between the delivery's time and now; default 300. */
  readonly toleranceSeconds?: number;
  /**
   * `standard` (default): the headers of Standard Webhooks, which also sign time and id. `body`: only
   * `X-Ruaflow-Signature`, which does not protect against replays of old deliveries.
   */
  readonly signature?: "standard" | "body";
}

/** The delivery is not from the service, was changed in transit or is too old: answer 400 and discard it. */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
}

const TOLERANCE_S = 300;
const ENCODED_PREFIX = "whsec_";

/**
 * Verifies a delivery's signature and returns its event. Web Crypto compares signatures in constant time.
 * @throws {WebhookSignatureError}
 */
export async function verifyWebhook(delivery: Delivery): Promise<WebhookEvent> {
  const { payload, signature = "standard" } = delivery;
  const bytes = typeof payload === "string" ? new TextEncoder().encode(payload) : new Uint8Array(payload);
  if (signature === "body") await verifyBody(delivery, bytes);
  else await verifyStandard(delivery, bytes);
  return parseEvent(bytes);
}

/** https://www.standardwebhooks.com, version 1.0.0 */
async function verifyStandard({ headers, secret, toleranceSeconds = TOLERANCE_S }: Delivery, bytes: Bytes) {
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const differenceS = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || differenceS > toleranceSeconds) {
    throw new WebhookSignatureError("webhook-timestamp is not valid or too far from now");
  }
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const key = await importKey(toKeyBytes(secret));
  const given = readHeader(headers, "webhook-signature").split(" ").slice(0, SIGNATURES_MAX);
  for (const text of given) {
    const signature = text.startsWith("v1,") ? fromBase64(text.slice(3)) : null;
    if (signature && (await crypto.subtle.verify("HMAC", key, signature, signed))) return;
  }
  throw new WebhookSignatureError("no signature in webhook-signature is valid");
}

/** Bounds the work; during a rotation there are two. */
const SIGNATURES_MAX = 10;

async function verifyBody({ headers, secret }: Delivery, bytes: Bytes): Promise<void> {
  const hex = readHeader(headers, "x-ruaflow-signature").match(/^sha256=([0-9a-f]{64})$/)?.[1] ?? "";
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const key = await importKey(new TextEncoder().encode(secret));
  if (await crypto.subtle.verify("HMAC", key, signature, bytes)) return;
  throw new WebhookSignatureError("x-ruaflow-signature is not valid");
}

type Bytes = Uint8Array<ArrayBuffer>;

function importKey(bytes: Bytes) {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** After `whsec_` follows the key in base64; any other secret is the key itself. */
function toKeyBytes(secret: string): Bytes {
  if (!secret.startsWith(ENCODED_PREFIX)) return new TextEncoder().encode(secret);
  const bytes = fromBase64(secret.slice(ENCODED_PREFIX.length));
  if (bytes === null || bytes.length === 0)
    throw new WebhookSignatureError("the secret is not valid base64 after whsec_");
  return bytes;
}

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concat(first: Bytes, second: Bytes): Bytes {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

function readHeader(headers: Delivery["headers"], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookSignatureError(`the header ${name} is missing or repeated`);
}

function parseEvent(bytes: Bytes): WebhookEvent {
  return JSON.parse(new TextDecoder().decode(bytes));
}
