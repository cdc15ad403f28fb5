const predefined = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** `&` to `;` of the longest reference that is resolved, with a few leading zeros. */
const REFERENCE_LENGTH_MAX = 16;

/**
 * Resolves the five predefined entities and numeric references (XML 1.0 section 4.1). Any other `&` stays as it is and
 * is passed to `onBad`.
 */
export function decodeText(text: string, onBad: (reference: string) => void): string {
  let at = text.indexOf("&");
  if (at < 0) return text;
  let decoded = "";
  let from = 0;
  for (; at >= 0; at = text.indexOf("&", at + 1)) {
    const semicolon = text.slice(at, at + REFERENCE_LENGTH_MAX).indexOf(";");
    const value = semicolon < 0 ? null : resolveReference(text.slice(at + 1, at + semicolon));
    if (value === null) {
      onBad(text.slice(at, at + REFERENCE_LENGTH_MAX));
      continue;
    }
    decoded += text.slice(from, at) + value;
    from = at + semicolon + 1;
  }
  return decoded + text.slice(from);
}

function resolveReference(name: string): string | null {
  if (!name.startsWith("#")) return predefined.get(name) ?? null;
  const isHex = /^#x[0-9a-f]+$/i.test(name);
  if (!isHex && !/^#[0-9]+$/.test(name)) return null;
  const code = isHex ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return isXmlCharacter(code) ? String.fromCodePoint(code) : null;
}

/** XML 1.0 section 2.2. */
function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}
