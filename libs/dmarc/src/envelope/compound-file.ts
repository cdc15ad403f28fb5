const lastRegularSector = 0xfffffffa;
const directoryEntryBytes = 128;
const streamObject = 2;
const rootObject = 5;
const miniSectorBytes = 64;

interface CompoundStream {
  readonly name: string;
  readonly start: number;
  readonly sizeBytes: number;
}

export interface CompoundFile {
  readonly streams: readonly CompoundStream[];
  read(stream: CompoundStream): Buffer[];
}

/** Where a chain's sectors lie and which follows which. */
interface Sectors {
  readonly bytes: Buffer;
  readonly sectorBytes: number;
  readonly offsetBytes: number;
  readonly next: (sector: number) => number;
}

/**
 * Lists the streams of a compound file (MS-CFB), the container of Outlook's .msg. A damaged file yields fewer or
 * shorter streams, or throws `RangeError`. No chain is followed for longer than the file has sectors.
 */
export function openCompoundFile(bytes: Buffer): CompoundFile {
  const sectors = openSectors(bytes);
  const directory = Buffer.concat(readChain(sectors, bytes.readUInt32LE(48)));
  const objects = listObjects(directory);
  const root = objects.find(({ type }) => type === rootObject);
  if (!root) throw new RangeError("The compound file has no root object.");
  const mini = openMiniSectors(sectors, root.start);
  const miniStreamBytesMax = bytes.readUInt32LE(56);
  return {
    streams: objects.filter(({ type, sizeBytes }) => type === streamObject && sizeBytes <= bytes.length),
    read: ({ start, sizeBytes }) => cut(readChain(sizeBytes < miniStreamBytesMax ? mini : sectors, start), sizeBytes),
  };
}

function openSectors(bytes: Buffer): Sectors {
  const sectorBytes = bytes.readUInt16LE(30) === 12 ? 4096 : 512;
  const table = Buffer.concat(listTableSectors(bytes, sectorBytes));
  return { bytes, sectorBytes, offsetBytes: sectorBytes, next: (sector) => readNext(table, sector) };
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
  while (next < lastRegularSector && sectors.length < sectorsMax) {
    const list = at(next);
    sectors.push(...named(list.subarray(0, -4)));
    next = list.readUInt32LE(sectorBytes - 4);
  }
  return sectors.filter((sector) => sector < lastRegularSector).map(at);
}

/** Streams below 4096 bytes lie in sectors of 64 bytes inside the root's stream. */
function openMiniSectors(sectors: Sectors, rootStart: number): Sectors {
  const table = Buffer.concat(readChain(sectors, sectors.bytes.readUInt32LE(60)));
  const bytes = Buffer.concat(readChain(sectors, rootStart));
  return { bytes, sectorBytes: miniSectorBytes, offsetBytes: 0, next: (sector) => readNext(table, sector) };
}

function readNext(table: Buffer, sector: number): number {
  return sector * 4 + 4 <= table.length ? table.readUInt32LE(sector * 4) : lastRegularSector;
}

function readChain({ bytes, sectorBytes, offsetBytes, next }: Sectors, start: number): Buffer[] {
  const chain: Buffer[] = [];
  const sectorsMax = bytes.length / sectorBytes;
  for (let sector = start; sector < lastRegularSector && chain.length < sectorsMax; sector = next(sector)) {
    const from = offsetBytes + sector * sectorBytes;
    chain.push(bytes.subarray(from, from + sectorBytes));
  }
  return chain;
}

function cut(chunks: Buffer[], sizeBytes: number): Buffer[] {
  let left = sizeBytes;
  return chunks.map((chunk) => {
    const kept = chunk.subarray(0, left);
    left -= kept.length;
    return kept;
  });
}

function listObjects(directory: Buffer) {
  return Array.from({ length: Math.floor(directory.length / directoryEntryBytes) }, (_, index) => {
    const entry = directory.subarray(index * directoryEntryBytes, (index + 1) * directoryEntryBytes);
    const nameBytes = Math.min(64, Math.max(0, entry.readUInt16LE(64) - 2));
    return {
      name: entry.toString("utf16le", 0, nameBytes),
      type: entry[66],
      start: entry.readUInt32LE(116),
      sizeBytes: entry.readUInt32LE(120),
    };
  });
}
