const HEADER_BYTES_MAX = 256 * 1024;
/** Each signature costs a hash of the body, a lookup and a verification; honest mails have one to four. */
const SIGNATURES_MAX = 10;

/** A mail in the form in which its signatures are verified. */
export interface SignedText {
  readonly message: Buffer;
  readonly signatures: number;
  /** `Subject` on one line, not decoded; empty without one. */
  readonly subject: string;
}

/**
 * Prepares a mail for verification: all line ends become CRLF, since verifying other ones takes ten times as long, and
 * header fields that only cost time are left out: signatures beyond the tenth, and ARC, which is not evaluated.
 *
 * @returns `null` when the header is longer than 256 KiB
 */
export function toSignedText(mail: Uint8Array): SignedText | null {
  const bytes = toCrlf(Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength));
  const end = bytes.indexOf("\r\n\r\n");
  const headerBytes = end === -1 ? bytes.length : end + 2;
  if (headerBytes > HEADER_BYTES_MAX) return null;
  const fields = bytes.toString("latin1", 0, headerBytes).split(/\r\n(?![ \t])/);
  let signatures = 0;
  let subject = "";
  const kept = fields.filter((field) => {
    const name = field.slice(0, field.indexOf(":")).trim().toLowerCase();
    if (name === "subject") subject = field.slice(field.indexOf(":") + 1);
    if (name !== "dkim-signature") return !name.startsWith("arc-");
    signatures += 1;
    return signatures <= SIGNATURES_MAX;
  });
  const header = Buffer.from(kept.join("\r\n"), "latin1");
  const unfolded = subject.replaceAll("\r\n", "").trim();
  return { message: Buffer.concat([header, bytes.subarray(headerBytes)]), signatures, subject: unfolded };
}

function toCrlf(mail: Buffer): Buffer {
  if (!hasBareLineFeed(mail)) return mail;
  return Buffer.from(mail.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");
}

function hasBareLineFeed(mail: Buffer): boolean {
  for (let at = mail.indexOf(10); at !== -1; at = mail.indexOf(10, at + 1)) {
    if (mail[at - 1] !== 13) return true;
  }
  return false;
}
