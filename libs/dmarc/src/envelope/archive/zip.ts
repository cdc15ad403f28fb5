import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import type { Budget } from "../submission/budget.ts";
import { ByteReader } from "../submission/byte-reader.ts";
import { holdAll } from "../submission/hold.ts";
import type { Part } from "../submission/part.ts";
import { EnvelopeError } from "../submission/refusal.ts";
import { isAppleDouble } from "./tar.ts";
import { openZipEntry } from "./zip-entry.ts";

const strongEncryption = "strong encryption is not supported";
/** Some packers let records touch; more than this is a bomb that uses the same bytes many times (ClamAV's rule). */
const OVERLAP_BYTES_MAX = 2;

interface Located {
  readonly entry: Entry;
  readonly start: number;
  /** Where the entry's bytes begin, behind its local header; or why they cannot be had. */
  readonly data: number | EnvelopeError;
}

/** The files of a zip archive as its central directory lists them. Names are shown and never used. */
export async function* readZip(content: ByteReader, budget: Budget): AsyncGenerator<Part> {
  const held = await holdAll(content, budget);
  try {
    yield* readFiles(trimZip(held.bytes), budget);
  } finally {
    held.release();
  }
}

async function* readFiles(zip: Buffer, budget: Budget): AsyncGenerator<Part> {
  const files = await locateFiles(zip, budget);
  refuseOverlap(files, zip.length);
  for (const { entry, data } of files) {
    const name = toName(entry);
    if (isAppleDouble(name)) continue;
    yield {
      name,
      content: data instanceof EnvelopeError ? ByteReader.failing(data) : openZipEntry(zip, entry, data, budget),
    };
  }
}

async function locateFiles(zip: Buffer, budget: Budget): Promise<Located[]> {
  try {
    const archive = await fromBufferPromise(zip, { decodeStrings: false, validateEntrySizes: false });
    budget.expectEntries(archive.entryCount);
    const files: Located[] = [];
    for await (const entry of archive.eachEntry()) files.push(await locate(archive, entry));
    return files;
  } catch (error) {
    if (error instanceof EnvelopeError) throw error;
    throw new EnvelopeError(toRefusal(error), { cause: error });
  }
}

function toRefusal(error: unknown): "encrypted" | "truncated" | "corrupt" {
  const message = error instanceof Error ? error.message : "";
  if (message === strongEncryption) return "encrypted";
  return message.startsWith("End of central directory record signature not found") ? "truncated" : "corrupt";
}

async function locate(archive: ZipFile, entry: Entry): Promise<Located> {
  const start = entry.relativeOffsetOfLocalHeader;
  try {
    const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true });
    return { entry, start, data: fileDataStart };
  } catch (error) {
    return { entry, start, data: new EnvelopeError("corrupt", { cause: error }) };
  }
}

function refuseOverlap(files: readonly Located[], zipBytes: number): void {
  let end = 0;
  for (const { entry, start, data } of files.toSorted((a, b) => a.start - b.start)) {
    if (data instanceof EnvelopeError) continue;
    if (start < end - OVERLAP_BYTES_MAX) throw new EnvelopeError("bomb");
    end = Math.min(data + entry.compressedSize, zipBytes);
  }
}

function toName({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const isUtf8 = (generalPurposeBitFlag & 0x800) !== 0;
  return fileNameRaw.toString(isUtf8 ? "utf8" : "latin1").replaceAll("\\", "/");
}

const endRecord = Buffer.from("PK\x05\x06", "latin1");
const directoryRecord = Buffer.from("PK\x01\x02", "latin1");
const END_RECORD_BYTES = 22;

/** Cuts off what was put in front of an archive or behind it, which yauzl does not take and mail gateways add. */
function trimZip(bytes: Buffer): Buffer {
  // A negative position would be counted from the end.
  if (bytes.length < END_RECORD_BYTES) return bytes;
  const at = bytes.lastIndexOf(endRecord, bytes.length - END_RECORD_BYTES);
  if (at === -1) return bytes;
  const end = at + END_RECORD_BYTES + bytes.readUInt16LE(at + 20);
  const directoryStart = bytes.readUInt32LE(at + 16);
  const shift = at - bytes.readUInt32LE(at + 12) - directoryStart;
  const isShifted = shift > 0 && !isDirectory(bytes, directoryStart) && isDirectory(bytes, directoryStart + shift);
  return bytes.subarray(isShifted ? shift : 0, end);
}

function isDirectory(bytes: Buffer, at: number): boolean {
  return bytes.subarray(at, at + directoryRecord.length).equals(directoryRecord);
}
