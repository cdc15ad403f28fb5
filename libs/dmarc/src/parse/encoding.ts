import { TextDecoder } from "node:util";

/** How bytes become text. `iso-8859-1` is read as windows-1252, its superset in practice (WHATWG Encoding). */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** What the first bytes of a document say of its encoding. */
export interface EncodingChoice {
  readonly encoding: Encoding;
  /** Length of the byte-order mark, 0 without one. */
  readonly markLength: number;
  /** The label in the XML declaration when it cannot be followed, with why. */
  readonly problem?: { readonly code: "encoding-unknown" | "encoding-mismatch"; readonly label: string };
}

/** Bytes that are searched for a byte-order mark and a declaration. */
export const HEAD_LENGTH_MAX = 1024;

const encodingOfLabel = new Map<string, Encoding | "utf-16">([
  ["utf-8", "utf-8"],
  ["utf8", "utf-8"],
  ["us-ascii", "utf-8"],
  ["ascii", "utf-8"],
  ["utf-16", "utf-16"],
  ["utf-16le", "utf-16le"],
  ["utf-16be", "utf-16be"],
  ["iso-8859-1", "windows-1252"],
  ["iso8859-1", "windows-1252"],
  ["iso_8859-1", "windows-1252"],
  ["latin1", "windows-1252"],
  ["windows-1252", "windows-1252"],
  ["cp1252", "windows-1252"],
]);

/**
 * The encoding by byte-order mark, else by the zero bytes of UTF-16, else by the XML declaration, else UTF-8 (XML 1.0
 * appendix F). `null` when more bytes are needed; never for `headLengthMax` bytes or at the end of the document.
 */
export function detectEncoding(head: Uint8Array, isWhole: boolean): EncodingChoice | null {
  const isEnough = isWhole || head.length >= HEAD_LENGTH_MAX;
  if (head.length < 4 && !isEnough) return null;
  const [encoding, markLength] = detectFromBytes(head);
  const text = new TextDecoder(encoding === "windows-1252" ? "latin1" : encoding).decode(head);
  const label = findDeclaredLabel(text, isEnough);
  if (label === null) return null;
  return chooseEncoding(encoding, { markLength, label });
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
  const { markLength, label } = declared;
  if (label === "") return { encoding: seen, markLength };
  const meant = encodingOfLabel.get(label.toLowerCase());
  if (meant === undefined) return { encoding: seen, markLength, problem: { code: "encoding-unknown", label } };
  const isSeenForSure = markLength > 0 || seen !== "utf-8";
  const agrees = meant === seen || (meant === "utf-16" && seen !== "utf-8" && seen !== "windows-1252");
  if (agrees) return { encoding: seen, markLength };
  // A declaration that can be read byte by byte is not UTF-16, whatever it says.
  if (!isSeenForSure && meant === "windows-1252") return { encoding: meant, markLength };
  return { encoding: seen, markLength, problem: { code: "encoding-mismatch", label } };
}
