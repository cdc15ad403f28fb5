const EQUALS = 0x3d;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** White space that transport adds behind a soft break (RFC 2045, 6.7, rule 3); a longer run is text. */
const PADDING_BYTES_MAX = 256;

/** Decodes quoted-printable (RFC 2045, 6.7); an invalid escape stays as it is. */
export function decodeQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const skipped = body[at] === EQUALS ? measureSoftBreak(body, at + 1) : 0;
    const octet = body[at] === EQUALS && skipped === 0 ? readHexPair(body, at + 1) : undefined;
    if (skipped === 0) decoded[length++] = octet ?? body[at] ?? 0;
    at += octet === undefined ? skipped : 2;
  }
  return decoded.subarray(0, length);
}

function measureSoftBreak(body: Buffer, at: number): number {
  let end = at;
  while (isBlank(body[end]) && end - at < PADDING_BYTES_MAX) end += 1;
  return body[end] === LINE_FEED ? end + 1 - at : 0;
}

/** Carriage returns are among them: line ends that were converted twice have two. */
function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === CARRIAGE_RETURN;
}

function readHexPair(body: Buffer, at: number): number | undefined {
  const high = readHexDigit(body[at]);
  const low = readHexDigit(body[at + 1]);
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

function readHexDigit(byte = 0): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
