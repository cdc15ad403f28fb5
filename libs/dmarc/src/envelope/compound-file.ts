const LAST_REGULAR_SECTOR = 0xfffffffa;
const DIRECTORY_ENTRY_BYTES = 128;
const STREAM_OBJECT = 2;
const ROOT_OBJECT = 5;
const MINI_SECTOR_BYTES = 64;

interface CompoundStream {
  readonly name: string;
  readonly start: number;
  readonly sizeBytes: number;
}

export interface CompoundFile {
  readonly streams: readonly CompoundStream[];
  /** @throws {RangeError} for a chain that has a sector twice, or one of another chain; so read each stream once */
  read(stream: CompoundStream): Buffer;
}

/** Where a chain's sectors lie and which follows which. */
interface Sectors {
  readonly bytes: Buffer;
  readonly sectorBytes: number;
  readonly offsetBytes: number;
  readonly next: (sector: number) => number;
  /** One byte per sector, 1 once a chain has it: in a sound file a sector belongs to one chain and stands in it once. */
  readonly taken: Uint8Array;
}

/**
 * Lists the streams of a compound file (MS-CFB), the container of Outlook's .msg. A damaged file yields fewer or
 * shorter streams, or throws `RangeError`. A stream's chain is followed for the bytes that the stream claims, and no
 * sector is read twice: all streams together cost as many steps as the file has sectors.
 */
export function openCompoundFile(bytes: Buffer): CompoundFile {
  const sectors = openSectors(bytes);
  const directory = readChain(sectors, bytes.readUInt32LE(48), bytes.length);
  const objects = listObjects(directory);
  const root = objects.find(({ type }) => type === ROOT_OBJECT);
  if (!root) throw new RangeError("The compound file has no root object.");
  const mini = openMiniSectors(sectors, root);
  const miniStreamBytesMax = bytes.readUInt32LE(56);
  return {
    streams: objects.filter(({ type, sizeBytes }) => type === STREAM_OBJECT && sizeBytes <= bytes.length),
    read: ({ start, sizeBytes }) => readChain(sizeBytes < miniStreamBytesMax ? mini : sectors, start, sizeBytes),
  };
}

function openSectors(bytes: Buffer): Sectors {
  const sectorBytes = bytes.readUInt16LE(30) === 12 ? 4096 : 512;
  const table = Buffer.concat(listTableSectors(bytes, sectorBytes));
  const taken = new Uint8Array(Math.ceil(bytes.length / sectorBytes));
  return { bytes, sectorBytes, offsetBytes: sectorBytes, next: (sector) => readNext(table, sector), taken };
}

/**
 * The sectors of the allocation table: 109 are named in the header, further ones in a chain of their own. No more than
 * the file has, or a chain in a circle would name the same ones until memory ends.
 */
function listTableSectors(bytes: Buffer, sectorBytes: number): Buffer[] {
  const at = (sector: number): Buffer => bytes.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes);
  const named = (list: Buffer): number[] =>
    Array.from({ length: list.length >> 2 }, (_, i) => list.readUInt32LE(i * 4));
  const sectors = named(bytes.subarray(76, 512));
  let next = bytes.readUInt32LE(68);
  const sectorsMax = bytes.length / sectorBytes;
  while (next < LAST_REGULAR_SECTOR && sectors.length < sectorsMax) {
    const list = at(next);
    sectors.push(...named(list.subarray(0, -4)));
    next = list.readUInt32LE(sectorBytes - 4);
  }
  return sectors.filter((sector) => sector < LAST_REGULAR_SECTOR).map(at);
}

/** Streams below 4096 bytes lie in sectors of 64 bytes inside the root's stream. */
function openMiniSectors(sectors: Sectors, root: CompoundStream): Sectors {
  const table = readChain(sectors, sectors.bytes.readUInt32LE(60), sectors.bytes.length);
  const bytes = readChain(sectors, root.start, root.sizeBytes);
  const taken = new Uint8Array(Math.ceil(bytes.length / MINI_SECTOR_BYTES));
  return { bytes, sectorBytes: MINI_SECTOR_BYTES, offsetBytes: 0, next: (sector) => readNext(table, sector), taken };
}

function readNext(table: Buffer, sector: number): number {
  return sector * 4 + 4 <= table.length ? table.readUInt32LE(sector * 4) : LAST_REGULAR_SECTOR;
}

/** The bytes of a chain, at most `bytesMax`. */
function readChain({ bytes, sectorBytes, offsetBytes, next, taken }: Sectors, start: number, bytesMax: number): Buffer {
  const chain: Buffer[] = [];
  let left = bytesMax;
  for (let sector = start; left > 0 && sector < LAST_REGULAR_SECTOR; sector = next(sector)) {
    const from = offsetBytes + sector * sectorBytes;
    if (from >= bytes.length) break;
    if (taken[sector] === 1) throw new RangeError("The compound file has a sector in two places.");
    taken[sector] = 1;
    chain.push(bytes.subarray(from, from + Math.min(sectorBytes, left)));
    left -= sectorBytes;
  }
  return Buffer.concat(chain);
}

function listObjects(directory: Buffer) {
  return Array.from({ length: Math.floor(directory.length / DIRECTORY_ENTRY_BYTES) }, (_, index) => {
    const entry = directory.subarray(index * DIRECTORY_ENTRY_BYTES, (index + 1) * DIRECTORY_ENTRY_BYTES);
    const nameBytes = Math.min(64, Math.max(0, entry.readUInt16LE(64) - 2));
    return {
      name: entry.toString("utf16le", 0, nameBytes),
      type: entry[66],
      start: entry.readUInt32LE(116),
      sizeBytes: entry.readUInt32LE(120),
    };
  });
}
