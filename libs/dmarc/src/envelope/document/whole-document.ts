import type { ByteReader } from "../submission/byte-reader.ts";

/** Longer documents come packed, or as files. */
const WHOLE_BYTES_MAX = 1024 * 1024;
const HEAD_BYTES = 32 * 1024;
const TAIL_CHARS = 1024;

/** A declaration, a comment, a document type, or the schema that some reporters forget to close. */
const markup =
  /\s*<(?:\?[^>]*\?>|!--(?:[^-]|-(?!->))*-->|![A-Za-z][^<>]*>|(?:[A-Za-z_][\w.-]*:)?schema(?:\s[^<>]*)?>)/y;
/** In files any element may stand around a report. */
const markupOfFile = /\s*<(?:\?[^>]*\?>|!--(?:[^-]|-(?!->))*-->|![A-Za-z][^<>]*>|[A-Za-z_][\w.:-]*(?:\s[^<>]*)?>)/y;
const rootStart = /\s*<(?:[A-Za-z_][\w.-]*:)?feedback[\s/>]/iy;
const rootEnd =
  /(<\/(?:[A-Za-z_][\w.-]*:)?feedback)\s*>(?:\s|<!--(?:[^-]|-(?!->))*-->|<\/(?:[A-Za-z_][\w.-]*:)?schema\s*>)*$/i;

/**
 * Whether the XML that a mail carries is a report and nothing else. Otherwise words stand around it, as they do where an
 * answer or a bounce quotes the mail that caused it.
 *
 * @param isFile it has a file name, so that it is no text of an answer: anything may follow the report
 */
export async function isWholeDocument(content: ByteReader, isFile: boolean): Promise<boolean> {
  if (isFile) return beginsWithRoot(await content.peek(HEAD_BYTES), markupOfFile);
  const bytes = await content.peek(WHOLE_BYTES_MAX + 1);
  return bytes.length <= WHOLE_BYTES_MAX && beginsWithRoot(bytes, markup) && endsWithRoot(bytes);
}

/**
 * Whether text that begins as base64 is nothing else: what is not of its alphabet would be skipped, as words around it.
 *
 * @param isFile as for `isWholeDocument`
 */
export async function isWholeBase64(content: ByteReader, isFile: boolean): Promise<boolean> {
  if (isFile) return true;
  const bytes = await content.peek(WHOLE_BYTES_MAX + 1);
  return bytes.length <= WHOLE_BYTES_MAX && isBase64(bytes);
}

/** Whether the bytes are base64 from the first to the last (RFC 4648), in lines of any length. */
export function isBase64(bytes: Buffer): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(bytes.toString("latin1").replace(/[ \t\r\n]+/g, ""));
}

function beginsWithRoot(bytes: Buffer, around: RegExp): boolean {
  const head = toText(bytes.subarray(0, HEAD_BYTES));
  let at = head.search(/[\s<]/);
  // In front of the first markup there may be a byte-order mark.
  if (at === -1 || at > 3 || /[\x20-\x7e]/.test(head.slice(0, at))) return false;
  for (;;) {
    rootStart.lastIndex = at;
    if (rootStart.test(head)) return true;
    around.lastIndex = at;
    if (!around.test(head)) return false;
    at = around.lastIndex;
  }
}

/** One root that ends where the text ends: behind words that follow a first one there could be another. */
function endsWithRoot(bytes: Buffer): boolean {
  const text = toText(bytes);
  const end = rootEnd.exec(text.trimEnd().slice(-TAIL_CHARS))?.[1];
  if (end === undefined) return /<(?:[A-Za-z_][\w.-]*:)?feedback[^<>]*\/>\s*$/i.test(text.slice(-TAIL_CHARS));
  return text.indexOf(end) === text.lastIndexOf(end);
}

/** UTF-16 loses its zeros, since only ASCII is looked for. */
function toText(bytes: Buffer): string {
  return bytes.toString("latin1").replaceAll("\0", "");
}
