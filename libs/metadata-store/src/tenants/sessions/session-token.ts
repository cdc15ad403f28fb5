import { hash, randomBytes } from "node:crypto";

const SESSION_BITS = 256;
/** Less, for a line of a terminal: a link is valid for minutes and on one machine only. */
const LINK_BITS = 160;
const tokenPattern = /^[A-Za-z0-9_-]{27,43}$/;

/** Creates the secret of a session: 256 random bits in base64url. */
export function createSessionToken(): string {
  return createToken(SESSION_BITS);
}

/** Creates the secret of a sign-in link: 160 random bits in base64url. */
export function createLinkToken(): string {
  return createToken(LINK_BITS);
}

function createToken(bits: number): string {
  return randomBytes(bits / 8).toString("base64url");
}

/** The SHA-256 that is stored of a secret; `null` for text that is none. */
export function hashSessionToken(presented: string): Buffer | null {
  return tokenPattern.test(presented) ? hash("sha256", presented, "buffer") : null;
}
