import { decodeWords } from "postal-mime";

/** Longer text is decoded up to here: enough for hundreds of characters in any encoding. */
const TEXT_CHARS_MAX = 4000;

const CHARSET = /=\?([^?*]+)(?:\*[^?]*)?\?[bq]\?/gi;

/**
 * The text of a mail's header field such as `Subject`, on one line, with its encoded words (RFC 2047) decoded. A text with a
 * charset that is not known stays as it was written. Never throws.
 */
export function decodeHeaderText(text: string): string {
  const line = text.slice(0, TEXT_CHARS_MAX);
  const isKnown = [...line.matchAll(CHARSET)].every(([, charset = ""]) => isKnownCharset(charset));
  return (isKnown ? decodeWords(line) : line).replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

function isKnownCharset(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding.length > 0;
  } catch {
    return false;
  }
}
