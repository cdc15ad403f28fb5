/** What `Content-Type` says, and whether all readers take it to say so. */
export interface MediaType {
  /** In lower case; `text/plain` without one. */
  readonly name: string;
  /** Of a multipart that can be split. */
  readonly boundary: string | undefined;
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
const looseBoundary = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i;

/** Reads the value of `Content-Type` (RFC 2045, section 5.1), unfolded. */
export function readMediaType(value: string): MediaType {
  return readStrictly(value) ?? readLoosely(value);
}

function readStrictly(value: string): MediaType | null {
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

function readLoosely(value: string): MediaType {
  const name = /^[^\s;]*/.exec(value)?.[0].toLowerCase() ?? "";
  const found = name.startsWith("multipart/") ? looseBoundary.exec(value) : null;
  return { name, boundary: found?.[1] ?? found?.[2], isClear: !structural.test(value) };
}
