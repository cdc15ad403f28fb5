import { toDomainName } from "@ruaflow/dmarc";
import { decodeHeaderText } from "@ruaflow/dmarc/envelope";
import { type MailReading, readMailHeader, readOnlyField, readValue, trimBlanks } from "@ruaflow/dmarc/mail";

const HEADER_BYTES_MAX = 256 * 1024;
/** mailauth takes a time for folds that grows with their square, 15 ms for as many; honest headers have 100 lines. */
const HEADER_LINES_MAX = 5_000;
/** Each signature costs a hash of the body, a lookup and a verification; honest mails have one to four. */
const SIGNATURES_MAX = 10;
/** A signature of RSA with 4,096 bits and the names of 60 fields takes 2,000. */
const SIGNATURE_CHARS_MAX = 16_000;
const SIGNED_FIELDS_MAX = 200;

/** A DKIM signature as its header field states it; nothing of it is proven. */
export interface StatedSignature {
  readonly domain: string;
  readonly selector: string;
  /** Names of the fields that it covers, in lower case; a name twice covers two fields, or that there is no second one. */
  readonly fields: readonly string[];
  /** The signature itself, without blanks. */
  readonly value: string;
}

/** A mail in the form in which its signatures are verified. */
export interface SignedText {
  readonly reading: MailReading;
  /** The fields that the signatures need, the signatures among them. */
  readonly header: string;
  readonly signatures: readonly StatedSignature[];
  /** Whether there is a field `DKIM-Signature`, of whatever content. */
  readonly isSigned: boolean;
  /** `Subject` on one line, decoded; empty without exactly one. */
  readonly subject: string;
}

/**
 * Prepares a mail for verification by the same reading of its header in which its reports are found. Fields that only cost
 * time are left out: those that no signature covers, and signatures beyond the tenth.
 *
 * @returns `null` when the header is longer than 256 KiB, or what is signed of it than 5,000 lines
 */
export function toSignedText(mail: Uint8Array): SignedText | null {
  const reading = readMailHeader(toBuffer(mail), HEADER_BYTES_MAX);
  if (reading.headerBytes > HEADER_BYTES_MAX) return null;
  const stated = reading.fields.filter(({ name }) => name === "dkim-signature").slice(0, SIGNATURES_MAX);
  const signatures = stated.flatMap((field) => {
    const signature = field.text.length > SIGNATURE_CHARS_MAX ? null : readSignature(readValue(field));
    return signature === null ? [] : [{ field, signature }];
  });
  const needed = new Set(["from", ...signatures.flatMap(({ signature }) => signature.fields)]);
  const verified = new Set(signatures.map(({ field }) => field));
  const kept = reading.fields.filter((field) => verified.has(field) || needed.has(field.name));
  const header = kept.map(({ text }) => `${text}\r\n`).join("");
  if (header.split("\n").length > HEADER_LINES_MAX) return null;
  return {
    reading,
    header,
    signatures: signatures.map(({ signature }) => signature),
    isSigned: stated.length > 0,
    subject: decodeSubject(readOnlyField(reading, /^subject$/) ?? ""),
  };
}

/** @param text its bytes, one per character */
function decodeSubject(text: string): string {
  return decodeHeaderText(Buffer.from(text, "latin1").toString());
}

/** The message of a prepared mail. All line ends are CR LF, since verifying other ones takes ten times as long. */
export function toMessage(mail: Uint8Array, { header, reading }: SignedText): Buffer {
  const body = toCrlf(toBuffer(mail).subarray(reading.headerBytes));
  return Buffer.concat([Buffer.from(`${header}\r\n`, "latin1"), body]);
}

/** Reads a tag list (RFC 6376, section 3.2); `null` when what it states is incomplete or too long. */
function readSignature(text: string): StatedSignature | null {
  const tags = new Map<string, string>();
  for (const tag of text.split(";")) {
    const end = tag.indexOf("=");
    const name = trimBlanks(tag.slice(0, Math.max(0, end))).toLowerCase();
    tags.set(name, trimBlanks(tag.slice(end + 1)));
  }
  const domain = toDomainName(tags.get("d") ?? "");
  const selector = tags.get("s") ?? "";
  const fields = (tags.get("h") ?? "").toLowerCase().split(":").map(trimBlanks);
  const isComplete = domain !== null && /^[a-z0-9._-]{1,200}$/i.test(selector) && fields.includes("from");
  if (!isComplete || fields.length > SIGNED_FIELDS_MAX) return null;
  return { domain, selector, fields, value: (tags.get("b") ?? "").replace(/\s+/g, "") };
}

function toBuffer(mail: Uint8Array): Buffer {
  return Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength);
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
