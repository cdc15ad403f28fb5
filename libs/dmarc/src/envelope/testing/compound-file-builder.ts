import { u16, u32 } from "./zip-builder.ts";

const SECTOR_BYTES = 512;
const ENTRIES_PER_SECTOR = SECTOR_BYTES / 4;
const END_OF_CHAIN = 0xfffffffe;
const TABLE_SECTOR = 0xfffffffd;
const FREE = 0xffffffff;

interface CompoundOptions {
  /** The last sector of each chain points at its first. */
  readonly cyclic?: boolean;
  /** What every attachment claims as its size, true or not. */
  readonly claimedBytes?: number;
  /** Directory entries for each attachment, all with its chain. */
  readonly copies?: number;
  /** The mail's own text. */
  readonly text?: string;
  /** Further streams by their names; those of less than 4096 bytes are filled up with spaces. */
  readonly streams?: Readonly<Record<string, Buffer>>;
}

/** An Outlook .msg as far as reading attachments needs one: streams of 4096 bytes and more. */
export function buildOutlookMessage(attachments: readonly Buffer[], options: CompoundOptions = {}): Buffer {
  const table: number[] = [];
  const sectors: Buffer[] = [];
  const store = (data: Buffer): number => {
    const start = table.length;
    const count = Math.max(1, Math.ceil(data.length / SECTOR_BYTES));
    for (let i = 0; i < count; i += 1) {
      const last = options.cyclic ? start : END_OF_CHAIN;
      table.push(i === count - 1 ? last : start + i + 1);
      sectors.push(pad(data.subarray(i * SECTOR_BYTES, (i + 1) * SECTOR_BYTES), SECTOR_BYTES));
    }
    return start;
  };
  const streams = attachments.flatMap((data) => {
    const padded = pad(data, Math.max(4096, data.length));
    const listed = entry("__substg1.0_37010102", 2, store(padded), options.claimedBytes ?? padded.length);
    return Array.from({ length: options.copies ?? 1 }, () => listed);
  });
  if (options.text !== undefined) {
    const wide = Buffer.from(options.text.padEnd(2048), "utf16le");
    streams.push(entry("__substg1.0_1000001F", 2, store(wide), wide.length));
  }
  for (const [name, data] of Object.entries(options.streams ?? {})) {
    const padded = pad(data, Math.max(4096, data.length), 0x20);
    streams.push(entry(name, 2, store(padded), padded.length));
  }
  const directoryStart = store(Buffer.concat([entry("Root Entry", 5, END_OF_CHAIN, 0), ...streams]));
  return Buffer.concat([header(directoryStart, table.length), ...sectors, ...buildTable(table)]);
}

/** The sectors of the allocation table, which lie behind all others. */
function buildTable(table: readonly number[]): Buffer[] {
  const entries = [...table, ...Array.from({ length: countTableSectors(table.length) }, () => TABLE_SECTOR)];
  const bytes = Buffer.concat(entries.map(u32));
  return [pad(bytes, countTableSectors(table.length) * SECTOR_BYTES, 0xff)];
}

/** Of a table that has its own sectors among those it lists. */
function countTableSectors(sectors: number): number {
  return Math.ceil(sectors / (ENTRIES_PER_SECTOR - 1));
}

function header(directoryStart: number, tableStart: number): Buffer {
  const count = countTableSectors(tableStart);
  const difat = Array.from({ length: 109 }, (_, i) => u32(i < count ? tableStart + i : FREE));
  return Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(16),
    u16(0x3e),
    u16(3),
    u16(0xfffe),
    u16(9),
    u16(6),
    Buffer.alloc(10),
    u32(count),
    u32(directoryStart),
    u32(0),
    u32(4096),
    u32(END_OF_CHAIN),
    u32(0),
    u32(END_OF_CHAIN),
    u32(0),
    ...difat,
  ]);
}

function entry(name: string, type: number, start: number, sizeBytes: number): Buffer {
  const record = Buffer.alloc(128);
  record.write(name, 0, "utf16le");
  record.writeUInt16LE((name.length + 1) * 2, 64);
  record[66] = type;
  record.writeUInt32LE(start, 116);
  record.writeUInt32LE(sizeBytes, 120);
  return record;
}

function pad(data: Buffer, bytes: number, fill = 0): Buffer {
  return Buffer.concat([data, Buffer.alloc(bytes - data.length, fill)]);
}
