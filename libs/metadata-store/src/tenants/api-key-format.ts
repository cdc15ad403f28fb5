import { hash } from "node:crypto";
import { createSecret } from "./id.ts";

const ID_DIGITS = 12;
/** 43 base-62 digits carry 256 bits. */
const SECRET_DIGITS = 43;
const keyPattern = new RegExp(`^ruaflow_([0-9A-Za-z]{${ID_DIGITS}})_([0-9A-Za-z]{${SECRET_DIGITS}})$`);

export interface ApiKeyParts {
  readonly id: string;
  readonly secretHash: Buffer;
}

/** Creates a key: the text, to be shown once, and the parts that are stored. */
export function createKeyText(): ApiKeyParts & { readonly key: string } {
  const id = createSecret(ID_DIGITS);
  const secret = createSecret(SECRET_DIGITS);
  return { id, secretHash: hashSecret(secret), key: `ruaflow_${id}_${secret}` };
}

/** `null` for text that does not have the format of a key. */
export function parseKeyText(presented: string): ApiKeyParts | null {
  const [, id, secret] = keyPattern.exec(presented) ?? [];
  return id === undefined || secret === undefined ? null : { id, secretHash: hashSecret(secret) };
}

function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
