/** What `Content-Type` says, and whether all readers take it to say so. */
export interface MediaType {
  /** In lower case; `text/plain` without one. */
  readonly name: string;
  /** Of a multipart that can be split. */
  readonly boundary: string | undefined;
  /** The encoding of text, as it is written. */
  readonly charset: string | undefined;
  /** `false`: it hints at parts or at an enclosed mail in a way that readers understand differently. */
  readonly isClear: boolean;
}

/** Longer ones are made to cost time. */
const VALUE_CHARS_MAX = 4_000;

const parameter = /[ \t]*;[ \t]*([^\s;="]+)[ \t]*=[ \t]*(?:"([^"\\]*)"|([^\s;"\\()<>]+))/y;
const nameOnly = /^([a-z0-9.+_-]+\/[a-z0-9.+_-]+)[ \t]*(?=;|$)/;
const rest = /(?:[ \t]*;)?[ \t]*$/y;
/** RFC 2046, section 5.1.1. */
const boundaryText = /^[0-9A-Za-z'()+_,\-./:=? ]{0,127}[0-9A-Za-z'()+_,\-./:=?]$/;
const structural = /multipart|message|rfc822|boundary/i;
const boundaryPiece = /;\s*boundary\*(\d{1,2})?(\*)?\s*=\s*(?:"([^"]*)"|([^\s;"]+))/gi;
/** Or another value in quotes. */
const charsetOrQuoted = /;\s*charset\s*=\s*(?:"([^"]+)"|([^\s;"]+))|"[^"]*"/gi;
const looseBoundary = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)+)"|([^\s;"]+))/i;

/** Reads the value of `Content-Type` (RFC 2045, section 5.1), unfolded. */
export function readMediaType(value: string): MediaType {
  return { ...(readStrictly(value) ?? readLoosely(value)), charset: readCharset(value) };
}

function readCharset(value: string): string | undefined {
  for (const [, quoted, plain] of value.slice(0, VALUE_CHARS_MAX).matchAll(charsetOrQuoted)) {
    if (quoted !== undefined || plain !== undefined) return quoted ?? plain;
  }
  return undefined;
}

type Structure = Omit<MediaType, "charset">;

function readStrictly(value: string): Structure | null {
  const name = value.length > VALUE_CHARS_MAX ? undefined : nameOnly.exec(value.toLowerCase())?.[1];
  if (name === undefined) return null;
  const boundaries: string[] = [];
  let at = name.length;
  parameter.lastIndex = at;
  for (let found = parameter.exec(value); found; found = parameter.exec(value)) {
    if (/^boundary/i.test(found[1] ?? "")) boundaries.push(found[1]?.length === 8 ? (found[2] ?? found[3] ?? "") : "");
    at = parameter.lastIndex;
  }
  rest.lastIndex = at;
  const [boundary = ""] = boundaries;
  if (!rest.test(value)) return null;
  if (!name.startsWith("multipart/")) return { name, boundary: undefined, isClear: true };
  return boundaries.length === 1 && boundaryText.test(boundary) ? { name, boundary, isClear: true } : null;
}

function readLoosely(value: string): Structure {
  const name = /^[^\s;]*/.exec(value)?.[0].toLowerCase() ?? "";
  const found = name.startsWith("multipart/") ? looseBoundary.exec(value) : null;
  // A quoted pair stands for its second character (RFC 5322, section 3.2.1).
  const boundary =
    found?.[1]?.replace(/\\(.)/g, "$1") ??
    found?.[2] ??
    (name.startsWith("multipart/") ? joinBoundary(value) : undefined);
  return { name, boundary, isClear: !structural.test(value) };
}

/** A boundary in pieces, or with a charset and octets in hex (RFC 2231), which not all readers know. */
function joinBoundary(value: string): string | undefined {
  const pieces: string[] = [];
  for (const [, index, star, quoted, plain = ""] of value.matchAll(boundaryPiece)) {
    const at = Number(index ?? 0);
    const isEncoded = quoted === undefined && (index === undefined || star !== undefined);
    pieces[at] ??= isEncoded ? decodeOctets(plain, at) : (quoted ?? plain);
  }
  return pieces.length === 0 ? undefined : pieces.join("");
}

function decodeOctets(text: string, index: number): string {
  const octets = index === 0 ? text.replace(/^[^']*'[^']*'/, "") : text;
  return octets.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
