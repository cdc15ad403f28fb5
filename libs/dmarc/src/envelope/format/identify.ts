import { isTarHeader } from "../archive/tar-header.ts";
import { identifyText, type TextFormat } from "./identify-text.ts";
import { identifyMessageSyntax, type MessageSyntax } from "./message-syntax.ts";
import { isZlib } from "./zlib.ts";

export type BinaryFormat =
  | "gzip"
  | "zlib"
  | "zip"
  | "tar"
  | "outlook-msg"
  | "outlook-pst"
  | "winmail-dat"
  | "unsupported-archive"
  | MessageSyntax;

export interface Identity {
  readonly format: BinaryFormat | TextFormat;
  /** Bytes in front that do not belong to it. */
  readonly skipBytes: number;
  /** They are more than white space. */
  readonly isBehindOther?: true;
}

/** Bytes at the beginning that decide. */
export const HEAD_BYTES = 4096;

const signatures: readonly (readonly [BinaryFormat, Buffer])[] = [
  ["gzip", Buffer.from("1f8b", "hex")],
  ["zip", Buffer.from("PK\x03\x04", "latin1")],
  ["zip", Buffer.from("PK\x05\x06", "latin1")],
  ["zip", Buffer.from("PK00PK\x03\x04", "latin1")],
  ["outlook-msg", Buffer.from("d0cf11e0a1b11ae1", "hex")],
  ["outlook-pst", Buffer.from("!BDN", "latin1")],
  ["winmail-dat", Buffer.from("789f3e22", "hex")],
  ["unsupported-archive", Buffer.from("Rar!\x1a\x07", "latin1")],
  ["unsupported-archive", Buffer.from("377abcaf271c", "hex")],
  ["unsupported-archive", Buffer.from("BZh", "latin1")],
  ["unsupported-archive", Buffer.from("fd377a585a00", "hex")],
  ["unsupported-archive", Buffer.from("28b52ffd", "hex")],
];

/** Identifies content by its first bytes. Names and media types of real reports are wrong too often to be trusted. */
export function identify(head: Buffer): Identity {
  if (isTarHeader(head)) return { format: "tar", skipBytes: 0 };
  const space = countLeadingSpace(head);
  const binary = matchSignature(head.subarray(space));
  if (binary) return { format: binary, skipBytes: space };
  if (isZlib(head.subarray(space))) return { format: "zlib", skipBytes: space };
  const text = identifyText(head);
  return text.format === "nothing" ? findZipBehindStub(head) : text;
}

function matchSignature(head: Buffer): BinaryFormat | undefined {
  const found = signatures.find(([, magic]) => head.subarray(0, magic.length).equals(magic));
  return found?.[0] ?? identifyMessageSyntax(head);
}

/** Self-extracting archives and broken gateways put something in front. */
function findZipBehindStub(head: Buffer): Identity {
  const at = head.indexOf("PK\x03\x04", 0, "latin1");
  return at === -1 ? { format: "nothing", skipBytes: 0 } : { format: "zip", skipBytes: at, isBehindOther: true };
}

function countLeadingSpace(head: Buffer): number {
  let at = 0;
  while (isSpace(head[at])) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}
