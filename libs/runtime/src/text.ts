const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** A camelCase name as SQL, JSON and the API write it: `humanResult` is `human_result`. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Bytes in lower-case base32 (RFC 4648) without padding: 5 bits a digit, safe in URLs. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(value >> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32[(value << (5 - bits)) & 31];
}

/** Two or more names as a sentence offers them: `a, b or c`. */
export function toAlternatives(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
