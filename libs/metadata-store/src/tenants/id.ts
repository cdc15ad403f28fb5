import { randomBytes, randomInt } from "node:crypto";

/** Crockford's base 32 in lower case: no ambiguous letters, safe in URLs, host names and mail addresses. */
const base32Alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const base62Alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/** Creates an id: 48 bits of time, so that new rows are neighbours in an index, and 80 random bits. */
export function createId(
  prefix: "org" | "dom" | "sub" | "wh" | "att" | "ovr" | "shr" | "sav",
  now: Date = new Date(),
): string {
  return `${prefix}_${toBase32(now.getTime(), TIME_DIGITS)}${createToken(RANDOM_DIGITS)}`;
}

/** Not greater than any id with this prefix that is created at `time` or later, compared byte by byte. */
export function toFirstId(prefix: "sub", time: Date): string {
  return `${prefix}_${toBase32(time.getTime(), TIME_DIGITS)}`;
}

/** Creates a random token of `digits` base-32 digits, 5 bits each. */
export function createToken(digits: number): string {
  // 256 is a multiple of 32: each digit is equally likely.
  return Array.from(randomBytes(digits), (byte) => base32Alphabet.charAt(byte % 32)).join("");
}

/** Creates a random string of `digits` base-62 digits, 5.95 bits each. */
export function createSecret(digits: number): string {
  return Array.from({ length: digits }, () => base62Alphabet.charAt(randomInt(base62Alphabet.length))).join("");
}

function toBase32(value: number, digits: number): string {
  const text = value.toString(32).padStart(digits, "0");
  return text.replace(/./g, (digit) => base32Alphabet.charAt(Number.parseInt(digit, 32)));
}
