import { TextDecoder } from "node:util";

/**
 * How bytes become text: a name of the Encoding standard. `iso-8859-1` is read as windows-1252, its superset in practice, and
 * ASCII as UTF-8.
 */
export type Encoding = string;

/** What the first bytes of a document say of its encoding. */
export interface EncodingChoice {
  readonly encoding: Encoding;
  /** What says so: the bytes themselves, or what they may yet contradict by being UTF-8. */
  readonly source: "bytes" | "declaration" | "charset";
  /** Length of the byte-order mark, 0 without one. */
  readonly markLength: number;
  /** The label in the XML declaration, `""` for none. */
  readonly label: string;
  /** Why the label cannot be followed. */
  readonly problem?: EncodingProblem;
}

export type EncodingProblem = "encoding-unknown" | "encoding-mismatch";

/** Bytes that are searched for a byte-order mark and a declaration. */
export const HEAD_LENGTH_MAX = 1024;

/** Labels that mean another encoding here than in the Encoding standard. */
const ownLabels = new Map<string, Encoding>([
  ["us-ascii", "utf-8"],
  ["ascii", "utf-8"],
  ["utf-16", "utf-16"],
]);

/** No encoding of text: it gives each byte a character of private use. */
const noText = "x-user-defined";

/** Encodings that the reading of undeclared bytes as UTF-8, else as Latin letters, contains; and one whose bytes are all ASCII. */
const undeclared = new Set<Encoding>(["utf-8", "windows-1252", "iso-2022-jp"]);

/**
 * The encoding by byte-order mark, else by the zero bytes of UTF-16, else by the XML declaration, else by the `charset` of
 * what is around the document, else UTF-8 (XML 1.0 appendix F). `null` when more bytes are needed; never for `headLengthMax` bytes or at the end of the document.
 */
export function detectEncoding(
  head: Uint8Array,
  { isWhole, charset }: { readonly isWhole: boolean; readonly charset: string | null },
): EncodingChoice | null {
  const isEnough = isWhole || head.length >= HEAD_LENGTH_MAX;
  if (head.length < 4 && !isEnough) return null;
  const [encoding, markLength] = detectFromBytes(head);
  const label = findDeclaredLabel(new TextDecoder(encoding).decode(head), isEnough);
  if (label === null) return null;
  const choice = chooseEncoding(encoding, { markLength, label });
  const isOpen = label === "" && markLength === 0 && encoding === "utf-8" && charset !== null;
  return isOpen ? { ...choice, ...followCharset(charset) } : choice;
}

function followCharset(charset: string): Partial<EncodingChoice> {
  const encoding = findEncoding(charset.toLowerCase());
  if (encoding === null || undeclared.has(encoding) || isWide(encoding)) return {};
  return { encoding, source: "charset" };
}

function detectFromBytes(head: Uint8Array): readonly [encoding: Encoding, markLength: number] {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return ["utf-8", 3];
  if (first === 0xff && second === 0xfe) return ["utf-16le", 2];
  if (first === 0xfe && second === 0xff) return ["utf-16be", 2];
  if (first !== 0 && second === 0 && third !== 0) return ["utf-16le", 0];
  if (first === 0 && second !== 0 && third === 0) return ["utf-16be", 0];
  return ["utf-8", 0];
}

/** The `encoding` of the XML declaration, `""` for none, `null` when the text ends before that is known. */
function findDeclaredLabel(text: string, isEnough: boolean): string | null {
  const start = text.replace(/^[\s\ufeff]+/, "");
  const mayBeDeclaration = start.startsWith("<?xml".slice(0, start.length)) && start.length < 5;
  const end = start.startsWith("<?xml") ? start.indexOf("?>") : -1;
  if (!isEnough && (mayBeDeclaration || (end < 0 && start.startsWith("<?xml")))) return null;
  if (end < 0) return "";
  return /\sencoding\s*=\s*["']\s*([^"'\s]*)/i.exec(start.slice(0, end))?.[1] ?? "";
}

function chooseEncoding(seen: Encoding, declared: { markLength: number; label: string }): EncodingChoice {
  const choice = { ...declared, encoding: seen, source: "bytes" as const };
  const meant = declared.label === "" ? seen : findEncoding(declared.label.toLowerCase());
  if (meant === null) return { ...choice, problem: "encoding-unknown" };
  if (meant === seen || (meant === "utf-16" && isWide(seen))) return choice;
  const isSeenForSure = declared.markLength > 0 || isWide(seen);
  // A declaration that can be read byte by byte is not UTF-16, whatever it says.
  if (isSeenForSure || isWide(meant)) return { ...choice, problem: "encoding-mismatch" };
  return { ...choice, encoding: meant, source: "declaration" };
}

/** The encoding that a label names, `null` for one that no decoder knows. */
function findEncoding(label: string): Encoding | null {
  const own = ownLabels.get(label);
  if (own !== undefined) return own;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === noText ? null : encoding;
  } catch {
    return null;
  }
}

function isWide(encoding: Encoding): boolean {
  return encoding.startsWith("utf-16");
}
