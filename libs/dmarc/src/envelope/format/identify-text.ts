import type { RewrittenFormat } from "../encoding/rewritten-text.ts";
import { findUuencode } from "../encoding/uuencode.ts";
import { hasPgpArmour } from "./message-syntax.ts";

export type TextFormat =
  | "xml"
  | "mail"
  | "mbox"
  | "uuencode"
  | "tls-report"
  | "failure-report"
  | "complaint"
  | "html"
  | "encrypted-message"
  | RewrittenFormat
  | "nothing";

interface TextIdentity {
  readonly format: TextFormat;
  readonly skipBytes: number;
  readonly isBehindOther?: true;
}

const byteOrderMarks = ["\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"];

/** UTF-16 without a byte-order mark. */
const wideLessThan = ["<\0", "\0<"];

/** Base64 of gzip, zip, `<?xml`, `<feedback`, and `<?xml` behind a byte-order mark. */
const base64Beginnings = ["H4sI", "UEsDB", "PD94bWw", "PGZlZWRiYWNr", "77u/PD94"];

/** Bytes at the beginning that decide whether a header is a mail's. */
export const MAIL_HEAD_BYTES = 256 * 1024;

/** Fields of RFC 5322, of report mails and of the servers on their way; one of them makes a header a mail's. */
const mailField =
  /^(?:from|to|cc|sender|subject|date|message-id|in-reply-to|references|received|x-received|return-path|delivered-to|x-original-to|envelope-to|mime-version|content-?(?:type|transfer-encoding|disposition)|reply-to|dkim-signature|domainkey-signature|authentication-results|received-spf|auto-submitted|precedence|(?:resent|list|arc|x-ms|x-gm)-[a-z0-9-]+)[ \t]*:/im;
const fieldLine = /^[!-9;-~]+[ \t]*:/;
const emptyLine = /\n\r*\n/;
const mboxLine = /^From (?:\S[^\n]{0,200}\d\d:\d\d|[^\n]*\n(?:>From [^\n]*\n)?[!-9;-~]+[ \t]*:)/;
/** RFC 5965, section 3.1; `auth-failure` is that of RFC 6591, all others are of feedback loops. */
const feedbackType = /^feedback-type[ \t]*:[ \t]*([^\s;(]*)/im;
/** A failure report in words, as Exim and gateways on it write it. */
const FAILURE_WORDS_LENGTH = 4096;
const failureWords = /^[ \t]*Sender Domain:[ \t]*\S[\s\S]{0,2000}^[ \t]*(?:SPF|DKIM) Alignment:/m;
const htmlElements = /^(?:html|head|body|div|p|table|span|br|meta|style|font|center|title|a|b|i|img|h[1-6]|ul|pre)$/i;
const rootElement = /<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)/;
const htmlDoctype = /^<!doctype\s+html/i;
const tlsReport = /"(?:report-id|policies|organization-name)"/;
/** A report pasted into the text of a mail, or cut off from its first lines. */
const embeddedXml = /^[ \t]*(<\?xml|<feedback)/m;

/** What may stand before a mail and is none of it: a byte-order mark, and separators of mailboxes as they stand inside one. */
const mark = /^(?:\xef\xbb\xbf)?(?:>+From [^\n]{0,600}\n){0,4}/;
/** The length of a mail in front of it, as Apple Mail writes it. */
const countLine = /^\d{1,12}[ \t]*\r?\n/;

/** Whether the beginning of some text is that of a header that does not end in it. */
export function isOpenHeader(head: Buffer): boolean {
  const text = head.toString("latin1").replace(mark, "").replace(countLine, "").trimStart();
  return fieldLine.test(text) && !emptyLine.test(text);
}

/** Identifies text by its beginning, `head`. Positions are bytes: the text is read as Latin-1. */
export function identifyText(head: Buffer): TextIdentity {
  const text = head.toString("latin1");
  if (isXmlOfOtherEncoding(text)) return { format: "xml", skipBytes: 0 };
  const rewritten = identifyRewritten(text);
  if (rewritten) return rewritten;
  const trimmed = text.trimStart();
  const skipBytes = text.length - trimmed.length;
  const format = identifyTrimmed(trimmed);
  return format === "nothing" ? findEmbedded(text) : { format, skipBytes: format === "mbox" ? 0 : skipBytes };
}

function isXmlOfOtherEncoding(text: string): boolean {
  if (wideLessThan.some((start) => text.startsWith(start))) return true;
  const mark = byteOrderMarks.find((start) => text.startsWith(start));
  return mark !== undefined && /^[\s\0]*</.test(text.slice(mark.length));
}

/** A mail or a mailbox in a form from which another must be made; any text of UTF-16, since its other readers know ASCII alone. */
function identifyRewritten(text: string): TextIdentity | undefined {
  const format = findUtf16(text.slice(0, 16));
  if (format) return { format, skipBytes: 0 };
  const marked = mark.exec(text)?.[0].length ?? 0;
  if (marked > 0 && isMail(text.slice(marked))) return { format: "marked", skipBytes: marked };
  const counted = countLine.exec(text)?.[0].length ?? 0;
  if (counted > 0 && isMail(text.slice(counted))) return { format: "emlx", skipBytes: 0 };
  const hasLoneReturns = text.includes("\r") && !text.includes("\n");
  return hasLoneReturns && isMail(text.replaceAll("\r", "\n")) ? { format: "lone-returns", skipBytes: 0 } : undefined;
}

function findUtf16(start: string): "utf-16le" | "utf-16be" | undefined {
  const isWide = (zeroAt: number): boolean =>
    start.length === 16 && [...start].every((character, index) => (character === "\0") === (index % 2 === zeroAt));
  if (start.startsWith("\xff\xfe") || isWide(1)) return "utf-16le";
  return start.startsWith("\xfe\xff") || isWide(0) ? "utf-16be" : undefined;
}

function isMail(text: string): boolean {
  const format = identifyTrimmed(text.trimStart());
  return format === "mail" || format === "mbox";
}

function identifyTrimmed(text: string): TextFormat {
  if (text.startsWith("<")) return isHtml(text) ? "html" : "xml";
  if (/^[{[]|^\xef\xbb\xbf\s*\{/.test(text)) return tlsReport.test(text) ? "tls-report" : "nothing";
  if (base64Beginnings.some((start) => text.startsWith(start))) return "base64";
  if (mboxLine.test(text)) return "mbox";
  if (!fieldLine.test(text)) return "nothing";
  const header = text.split(emptyLine, 1)[0] ?? "";
  const feedback = feedbackType.exec(header)?.[1]?.toLowerCase();
  if (feedback !== undefined) return isFailure(feedback) ? "failure-report" : "complaint";
  return mailField.test(header) ? "mail" : "nothing";
}

/** Without a type, it is what this mailbox is for. */
function isFailure(feedback: string): boolean {
  return ["", "auth-failure", "dmarc"].includes(feedback);
}

function isHtml(text: string): boolean {
  return htmlDoctype.test(text) || htmlElements.test(rootElement.exec(text)?.[1] ?? "");
}

function findEmbedded(text: string): TextIdentity {
  const found = embeddedXml.exec(text);
  if (found?.[1]) {
    return { format: "xml", skipBytes: found.index + found[0].length - found[1].length, isBehindOther: true };
  }
  const uuencode = findUuencode(text);
  if (uuencode === 0) return { format: "uuencode", skipBytes: 0 };
  if (uuencode !== undefined) return { format: "uuencode", skipBytes: uuencode, isBehindOther: true };
  if (failureWords.test(text.slice(0, FAILURE_WORDS_LENGTH))) return { format: "failure-report", skipBytes: 0 };
  return { format: hasPgpArmour(text) ? "encrypted-message" : "nothing", skipBytes: 0 };
}
