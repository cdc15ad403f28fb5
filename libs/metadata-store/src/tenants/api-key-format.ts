import { hash } from "node:crypto";
import { createSecret } from "./id.ts";

const ID_DIGITS = 12;
/** 43 base 62 digits carry 256 bits. */
const SECRET_DIGITS = 43;
const presentedKey = new RegExp(`^ruaflow_([0-9A-Za-z]{${ID_DIGITS}})_([0-9A-Za-z]{${SECRET_DIGITS}})$`);

export interface ApiKeyParts {
  readonly id: string;
  readonly secretHash: Buffer;
}

/** A new key: the text to show once, and what is kept of it. */
export function createKeyText(): ApiKeyParts & { readonly key: string } {
  const id = createSecret(ID_DIGITS);
  const secret = createSecret(SECRET_DIGITS);
  return { id, secretHash: hashSecret(secret), key: `ruaflow_${id}_${secret}` };
}

/** `null` for anything that does not look like a key. */
export function parseKeyText(presented: string): ApiKeyParts | null {
  const [, id, secret] = presentedKey.exec(presented) ?? [];
  return id === undefined || secret === undefined ? null : { id, secretHash: hashSecret(secret) };
}

function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
