import { unwatchFile, watchFile } from "node:fs";
import { isIPv6 } from "node:net";
import { open, type Reader, type Response } from "maxmind";
import type { MmdbRow } from "./mmdb-fields.ts";

/** An open MMDB file. */
export interface MmdbFile {
  get(ip: string): MmdbRow | null;
  /** Type and build day, for example `GeoLite2-Country 2026-11-20`. */
  describe(): string;
  close(): void;
}

export interface MmdbOptions {
  /** Interval between checks whether the file has changed; absent: it never changes. */
  readonly checkEveryMs?: number;
  /** Called when a changed file cannot be read: the earlier data stay in use. */
  readonly onError?: (error: unknown) => void;
}

// The reader's types describe the layout of one publisher.
type Row = Response & MmdbRow;

/**
 * Opens a file, and reads it again when it changes, also when another file takes its name.
 * @throws when it is missing or not an MMDB file
 */
export async function openMmdb(path: string, { checkEveryMs, onError }: MmdbOptions = {}): Promise<MmdbFile> {
  const load = async () => {
    const reader = await open<Row>(path);
    return { reader, description: toDescription(reader) };
  };
  let file = await load();
  const reload = async () => {
    try {
      file = await load();
    } catch (error) {
      onError?.(error);
    }
  };
  if (checkEveryMs !== undefined) watchFile(path, { persistent: false, interval: checkEveryMs }, () => void reload());
  return {
    // In a tree of IPv4 addresses an IPv6 address would find the row of another one.
    get: (ip) => (file.reader.metadata.ipVersion === 4 && isIPv6(ip) ? null : file.reader.get(ip)),
    // Asked at each look-up whose answer is kept.
    describe: () => file.description,
    close: () => unwatchFile(path),
  };
}

function toDescription({ metadata }: Reader<Row>): string {
  return `${toPlainText(metadata.databaseType)} ${toDay(metadata.buildEpoch)}`;
}

const TYPE_CHARS_MAX = 100;

/** The type is any text; it is stored and compared. */
function toPlainText(type: string): string {
  return String(type)
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .slice(0, TYPE_CHARS_MAX);
}

/** `YYYY-MM-DD`. */
function toDay(time: Date): string {
  return Number.isNaN(time.getTime()) ? "undated" : time.toISOString().slice(0, 10);
}
