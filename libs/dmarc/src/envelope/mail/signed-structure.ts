import { isBase64 } from "../document/whole-document.ts";
import { decodeQuotedPrintable } from "../encoding/quoted-printable.ts";
import { HEAD_BYTES, identify } from "../format/identify.ts";
import { type MailField, type MailFields, readMailFields, readOnlyField } from "./mail-fields.ts";
import { readMediaType } from "./media-type.ts";
import { findBoundaryLines, isPlainSplit } from "./multipart.ts";

const typeName = /^content-?type$/;
const encodingName = /^content-?transfer-encoding$/;

/** What programs write in front of the first boundary, for readers that know no parts. Other words could be another person's. */
const preamble =
  /^(?:this is an? (?:multi-?part message|message with multiple parts|mime-encapsulated message|cryptographically signed message|mime[- ]formatted message|mime message)(?: in mime format)?|this message is in mime format)[.!]*(?: (?:since your mail reader does not understand this format|if you (?:see|can read) this|your mail reader)[a-z0-9 ,.'/-]{0,200})?$/i;

const PREAMBLE_BYTES_MAX = 1_000;

/** A mail as its reader for reports and its verifier both see it. */
export interface MailReading extends MailFields {
  /** It answers another mail or reports on one: a bounce, a receipt, a reply of a machine. */
  readonly isAnswer: boolean;
  /** Names of its fields that say that a mailing list passed it on. */
  readonly listFields: readonly string[];
}

/** Reads the header of a mail; behind `headerBytesMax` it is not plain. */
export function readMailHeader(mail: Buffer, headerBytesMax: number): MailReading {
  const header = readMailFields(mail.subarray(0, headerBytesMax + 1));
  const type = readMediaType(readOnlyField(header, typeName) ?? "");
  const submitted = readOnlyField(header, /^auto-submitted$/) ?? "";
  const isAnswer = type.name === "multipart/report" || /^auto-replied\b/i.test(submitted);
  const listFields = header.fields.map(({ name }) => name).filter((name) => /^list-(?:id|post)$/.test(name));
  return { ...header, isAnswer, listFields };
}

/**
 * Whether what says how to read the body is signed. That are the fields `Content-Type` and `Content-Transfer-Encoding`, if
 * the signature covers them, and otherwise the body itself: many reporters sign neither field, and then it must leave one
 * reading. So it must begin with the boundary that the field names and end with it, or be one document, archive or base64
 * from the first byte to the last. Who replaces the field can then find no other report in the body.
 *
 * @param covered names of the fields that the signature covers, in lower case
 */
export function isStructureSigned(mail: Buffer, reading: MailReading, covered: ReadonlySet<string>): boolean {
  const body = mail.subarray(reading.headerBytes);
  const { boundary } = readMediaType(readOnlyField(reading, typeName) ?? "");
  if (boundary !== undefined) return isCovered(reading.fields, typeName, covered) || isFramedBy(body, boundary);
  const encoding = (readOnlyField(reading, encodingName) ?? "").toLowerCase();
  return isCovered(reading.fields, encodingName, covered) || isOneThing(body, encoding);
}

/** A field that is absent is covered where the signature says so: no one may have removed it. */
function isCovered(fields: readonly MailField[], kind: RegExp, covered: ReadonlySet<string>): boolean {
  const names = fields.filter(({ name }) => kind.test(name)).map(({ name }) => name);
  if (names.length === 0) return [...covered].some((name) => kind.test(name));
  return names.every((name) => covered.has(name));
}

function isFramedBy(body: Buffer, boundary: string): boolean {
  if (!isPlainSplit(body, boundary)) return false;
  const lines = [...findBoundaryLines(body, boundary)];
  const [first] = lines;
  const last = lines.find(({ isLast }) => isLast);
  if (!first || !last || first.start > PREAMBLE_BYTES_MAX) return false;
  const before = body.toString("latin1", 0, first.start);
  const words = before.replace(/\s+/g, " ").trim();
  return (words === "" || preamble.test(words)) && !/^--/m.test(before) && isBlank(body.subarray(last.end));
}

function isBlank(bytes: Buffer): boolean {
  return /^\s*$/.test(bytes.toString("latin1"));
}

/** Whether a body has one meaning, whatever its type and its encoding are said to be. */
function isOneThing(body: Buffer, encoding: string): boolean {
  const { format } = identify(body.subarray(0, HEAD_BYTES));
  if (format === "xml") return isOneText(body, encoding);
  if (format === "gzip" || format === "zip") return encoding !== "base64" && encoding !== "quoted-printable";
  return isBase64(body);
}

/** The quotes of the first tag show whether text is quoted-printable, if the encoding would change it at all. */
function isOneText(body: Buffer, encoding: string): boolean {
  const isEncoded = encoding === "quoted-printable";
  if (decodeQuotedPrintable(body).equals(body)) return true;
  const firstTag = /<[^>]{0,1000}>/.exec(body.toString("latin1", 0, HEAD_BYTES))?.[0] ?? "";
  return isEncoded ? firstTag.includes("=3D") : /=["']/.test(firstTag);
}
