import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from "node:crypto";
import type { Queryable } from "@ruaflow/postgres";
import { UsageError } from "@ruaflow/runtime/errors";

const algorithm = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts texts, so that the database alone reveals nothing about them. */
export interface SecretBox {
  /** @param context what the text belongs to; `open` needs the same */
  seal(context: string, text: string): Buffer;
  /** @throws when the key or the context differs, or the bytes were changed */
  open(context: string, sealed: Buffer): string;
}

/**
 * AES-256-GCM with a random nonce for each text and the context as additional authenticated data.
 *
 * @param key 32 bytes in base64; without it, both functions throw
 * @throws {UsageError} when the key is not 32 bytes in base64
 */
export function createSecretBox(key: string | undefined): SecretBox {
  if (key === undefined) return { seal: throwWithoutKey, open: throwWithoutKey };
  // With a buffer as its key, opening takes four times as long.
  const secret = createSecretKey(parseSecretsKey(key));
  return {
    seal(context, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(algorithm, secret, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(context, sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv(algorithm, secret, nonce, options).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
  };
}

function throwWithoutKey(): never {
  throw new Error("the metadata store was opened without a secrets key");
}

/** @throws {UsageError} when the key is not 32 bytes in base64 */
export function parseSecretsKey(key: string): Buffer {
  const bytes = Buffer.from(key, "base64");
  if (bytes.length === KEY_BYTES && bytes.toString("base64") === key) return bytes;
  throw new UsageError("RUAFLOW_SECRETS_KEY: must be 32 bytes in base64; make one with: openssl rand -base64 32");
}

const checkContext = "secrets_key_check";

/**
 * Checks that this process has the key that encrypted the secrets in the database. The first key used is the right one.
 * @throws {UsageError} when the key is a different one
 */
export async function assertSecretsKey(database: Queryable, box: SecretBox): Promise<void> {
  const sealed = box.seal(checkContext, checkContext);
  await database.query("INSERT INTO secrets_key_check (sealed) VALUES ($1) ON CONFLICT DO NOTHING", [sealed]);
  const [row] = await database.query<{ sealed: Buffer }>("SELECT sealed FROM secrets_key_check");
  try {
    if (row !== undefined) box.open(checkContext, row.sealed);
  } catch (cause) {
    throw new UsageError(
      "RUAFLOW_SECRETS_KEY is not the key that encrypted the secrets in this database. Set the original key.",
      { cause },
    );
  }
}

/** Whether `key` opens what {@link assertSecretsKey} has sealed. */
export function isSecretsKeyOf(sealed: Buffer, key: string): boolean {
  const box = createSecretBox(key);
  try {
    return box.open(checkContext, sealed) === checkContext;
  } catch {
    return false;
  }
}

/**
 * The HMAC-SHA-256 of a text, hexadecimal, under a key that is derived from the secrets key (HKDF, RFC 5869): who does not
 * have the secrets key cannot make it.
 *
 * @param purpose texts for other purposes have other keys
 * @throws {UsageError} when the key is not 32 bytes in base64
 */
export function signText(key: string, purpose: string, text: string): string {
  const derived = hkdfSync("sha256", parseSecretsKey(key), "", purpose, KEY_BYTES);
  return createHmac("sha256", Buffer.from(derived)).update(text).digest("hex");
}
