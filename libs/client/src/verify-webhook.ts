/** A delivery as it came in. */
export interface Delivery {
  /** The body exactly as received: parsing and writing it again would change it. */
  readonly payload: string | Uint8Array;
  /** Of the request; names in any case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The webhook's. */
  readonly secret: string;
  /** How far the delivery's time may be from now; 300 when absent. */
  readonly toleranceSeconds?: number;
  /**
   * `standard` (when absent): the headers of Standard Webhooks, which sign time and id too. `body`: only
   * `X-Ruaflow-Signature`, by which an old delivery cannot be told from a new one.
   */
  readonly signature?: "standard" | "body";
}

/** What a webhook receives. */
export interface WebhookEvent {
  /** The same each time a delivery is repeated: tells duplicates. */
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The delivery is not from the service, was changed on its way or is too old: answer 400 and forget it. */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
}

const TOLERANCE_S = 300;
const ENCODED_PREFIX = "whsec_";

/**
 * The event of a delivery whose signature is right. Signatures are compared in constant time, by Web Crypto.
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
  const apartS = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || apartS > toleranceSeconds) {
    throw new WebhookSignatureError("webhook-timestamp is too far from now");
  }
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const key = await importKey(toKeyBytes(secret));
  const given = readHeader(headers, "webhook-signature").split(" ").slice(0, SIGNATURES_MAX);
  for (const text of given) {
    const signature = text.startsWith("v1,") ? fromBase64(text.slice(3)) : null;
    if (signature && (await crypto.subtle.verify("HMAC", key, signature, signed))) return;
  }
  throw new WebhookSignatureError("no signature in webhook-signature is right");
}

/** During a rotation there are two. */
const SIGNATURES_MAX = 10;

async function verifyBody({ headers, secret }: Delivery, bytes: Bytes): Promise<void> {
  const hex = readHeader(headers, "x-ruaflow-signature").match(/^sha256=([0-9a-f]{64})$/)?.[1] ?? "";
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const key = await importKey(new TextEncoder().encode(secret));
  if (await crypto.subtle.verify("HMAC", key, signature, bytes)) return;
  throw new WebhookSignatureError("x-ruaflow-signature is not right");
}

type Bytes = Uint8Array<ArrayBuffer>;

function importKey(bytes: Bytes) {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** After `whsec_` the key stands in base64; any other secret is the key itself. */
function toKeyBytes(secret: string): Bytes {
  if (!secret.startsWith(ENCODED_PREFIX)) return new TextEncoder().encode(secret);
  const bytes = fromBase64(secret.slice(ENCODED_PREFIX.length));
  if (bytes === null || bytes.length === 0) throw new WebhookSignatureError("the secret is not base64 after whsec_");
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
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookSignatureError(`the header ${name} is missing or given twice`);
}

function parseEvent(bytes: Bytes): WebhookEvent {
  return JSON.parse(new TextDecoder().decode(bytes));
}
