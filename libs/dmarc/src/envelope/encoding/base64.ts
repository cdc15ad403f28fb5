import type { ByteReader } from "../submission/byte-reader.ts";

const foreign = /[^A-Za-z0-9+/]+/g;
const foreignToPieces = /[^A-Za-z0-9+/=]+/g;
/** What stands before padding leaves no bits over. */
const paddedEnd = /(?:[AQgw]=|[AEIMQUYcgkosw048])$/;
const HEAD_BYTES = 64 * 1024;

/** Decodes base64 in flat memory. Skips characters outside its alphabet, as mail programs do (RFC 2045, 6.8). */
export async function* decodeBase64(content: ByteReader): AsyncGenerator<Buffer> {
  const isPieces = isInPieces(await content.peek(HEAD_BYTES));
  let rest = "";
  for await (const chunk of content.stream()) {
    const text = rest + chunk.toString("latin1").replace(isPieces ? foreignToPieces : foreign, "");
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    if (whole > 0) yield decodePieces(text.slice(0, whole));
  }
  if (rest.length > 1) yield Buffer.from(rest, "base64");
}

/**
 * Whether base64 was written in pieces, each with padding of its own. Other padding in the middle is skipped as foreign
 * letters are: it may as well be a soft break of quoted-printable.
 */
export function isInPieces(content: Buffer): boolean {
  const text = content.toString("latin1", 0, HEAD_BYTES).replace(foreignToPieces, "");
  let length = text.length;
  while (text[length - 1] === "=") length -= 1;
  const inside = [...text.slice(0, length).matchAll(/=+/g)];
  return inside.length > 0 && inside.every(({ 0: padding, index }) => isPadding(text, index, padding.length));
}

function isPadding(text: string, start: number, length: number): boolean {
  const end = start + length;
  return length <= 2 && end % 4 === 0 && paddedEnd.test(text.slice(end - 4, end - 1));
}

/** Padding is decoded as bytes of zeros, which are left out. */
function decodePieces(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll("=", "A"), "base64");
  let [length, from] = [0, 0];
  for (let at = text.indexOf("="); at !== -1; at = text.indexOf("=", at + 1)) {
    if (at % 4 < 2) continue;
    const end = Math.floor(at / 4) * 3 + (at % 4) - 1;
    length += bytes.copy(bytes, length, from, end);
    from = end + 1;
  }
  length += bytes.copy(bytes, length, from);
  return bytes.subarray(0, length);
}
