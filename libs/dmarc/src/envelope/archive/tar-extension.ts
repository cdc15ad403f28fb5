import type { TarExtension, TarHeader } from "./tar-header.ts";

/** The values that extended headers give for the files behind them, by keyword: `path` and `size`. */
export type TarValues = ReadonlyMap<string, string>;

/** Values behind these bytes are not read. The extended attributes that macOS writes reach 100 KiB. */
export const TAR_EXTENSION_BYTES_MAX = 1024 * 1024;

const KEYWORDS = ["path", "size"] as const;
/** Digits of a record's length. */
const LENGTH_DIGITS_MAX = 10;
const SPACE = 0x20;
const LINE_FEED = 0x0a;

/** The header with the values of its extended headers. With an empty or unreadable value the header's own one holds. */
export function applyTarValues(header: TarHeader, values: TarValues): TarHeader {
  const sizeBytes = parseDecimal(values.get("size") ?? "") ?? header.sizeBytes;
  return { ...header, name: values.get("path") || header.name, sizeBytes };
}

/** Reads the content of an extended header, up to the first record that is malformed. */
export function readTarValues(extension: TarExtension, content: Buffer): TarValues {
  if (extension === "gnu-name") return new Map([["path", content.toString().split("\0", 1)[0] ?? ""]]);
  return new Map(listRecords(content));
}

/**
 * The records of POSIX.1-2001 (pax, "Extended Header"): `LENGTH KEYWORD=VALUE\n`, the length that of the whole record.
 * Compares bytes in place: an archive made of the shortest records has millions of them.
 */
function* listRecords(content: Buffer): Generator<[keyword: string, value: string]> {
  for (let start = 0; start < content.length; ) {
    const space = findDigitsEnd(content, start);
    const end = start + readDigits(content, start, space);
    if (content[space] !== SPACE || end <= space || end > content.length || content[end - 1] !== LINE_FEED) return;
    const keyword = KEYWORDS.find((name) => startsWith(content, space + 1, `${name}=`));
    if (keyword) yield [keyword, content.toString("utf8", space + keyword.length + 2, end - 1)];
    start = end;
  }
}

function findDigitsEnd(content: Buffer, start: number): number {
  let at = start;
  while (at < start + LENGTH_DIGITS_MAX && isDigit(content[at])) at += 1;
  return at;
}

function readDigits(content: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 10 + (content[at] ?? 0) - 0x30;
  return value;
}

function isDigit(byte = 0): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function startsWith(content: Buffer, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (content[start + at] !== text.charCodeAt(at)) return false;
  return true;
}

function parseDecimal(text: string): number | undefined {
  const value = /^[0-9]+$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}
