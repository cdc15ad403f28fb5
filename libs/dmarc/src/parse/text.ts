const EXCERPT_LENGTH_MAX = 100;

/**
 * A copy that does not keep alive the 64 KiB of text it was cut from. For the few strings that outlive their report;
 * too slow for every field.
 */
export function detachText(text: string): string {
  return Buffer.from(text).toString();
}

/** The first `lengthMax` code units, never ending in half of a surrogate pair. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const last = text.charCodeAt(lengthMax - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHighSurrogate ? lengthMax - 1 : lengthMax);
}

/** A short piece of untrusted text for a message to people. */
export function toExcerpt(text: string): string {
  return detachText(cutText(text, EXCERPT_LENGTH_MAX));
}

/** Without white space at both ends, and without a copy where there is none. */
export function trimText(text: string): string {
  const last = text.length - 1;
  if (last < 0) return "";
  const isTidy = isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(last));
  return isTidy ? text : text.trim();
}

/** Certainly no white space; other characters are left to `trim`. */
function isInk(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** True when the part from `from` to before `to` is only white space of XML (or byte-order marks). */
export function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x20 ? code !== 0xfeff : code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return false;
  }
  return true;
}

/** An at sign, also in the forms in which it reaches a detail: wide, percent-encoded, or as a reference that was no entity. */
const upToAt = /^.*(?:[@\uff20\ufe6b]|%40|&#(?:0*64|x0*40)\b;?)/is;

/** What follows the last `@`. All in front of it can be the local part of an address or a display name, which name a person. */
export function dropLocalPart(text: string): string {
  return text.replace(upToAt, "");
}
