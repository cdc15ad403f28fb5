import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Creates a secret of 256 random bits in base64url. */
export function createSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** The SHA-256 that is stored of a token; `null` for text that is none. */
export function hashSessionToken(presented: string): Buffer | null {
  return tokenPattern.test(presented) ? hash("sha256", presented, "buffer") : null;
}
