const LAST_REGULAR_SECTOR = 0xfffffffa;
const DIRECTORY_ENTRY_BYTES = 128;
const HEADER_BYTES = 512;
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
  /** Whether what was read so far shows that the file ends too soon. */
  isCut(): boolean;
  /**
   * `null` when the file ends before the stream does.
   * @throws {RangeError} for a chain that has a sector twice, or one of another chain; so read each stream once
   */
  read(stream: CompoundStream): Buffer | null;
}

/** The file ends before the list of its streams does. */
export class CutFileError extends Error {
  override readonly name = "CutFileError";
}

/** Where a chain's sectors lie and which follows which. */
interface Sectors {
  readonly bytes: Buffer;
  readonly sectorBytes: number;
  readonly offsetBytes: number;
  readonly next: (sector: number) => number;
  /** One byte per sector, 1 once a chain has it: in a sound file a sector belongs to one chain and stands in it once. */
  readonly taken: Uint8Array;
  /** Sectors that the table has room for: one of them that is not there was cut off. */
  readonly knownMax: number;
  readonly end: { isMissed: boolean };
}

/**
 * Lists the streams of a compound file (MS-CFB), the container of Outlook's .msg. A damaged file yields fewer or
 * shorter streams, or throws `RangeError`; one that ends in its header throws `CutFileError`. A stream's chain is followed for the bytes that the stream claims, and no
 * sector is read twice: all streams together cost as many steps as the file has sectors.
 */
export function openCompoundFile(bytes: Buffer): CompoundFile {
  if (bytes.length < HEADER_BYTES) throw new CutFileError("The compound file ends in its header.");
  const sectors = openSectors(bytes);
  const directory = readChain(sectors, bytes.readUInt32LE(48), bytes.length);
  const objects = listObjects(directory);
  const root = objects.find(({ type }) => type === ROOT_OBJECT);
  if (!root) throw noRoot(sectors);
  const mini = openMiniSectors(sectors, root);
  const miniStreamBytesMax = bytes.readUInt32LE(56);
  const bytesMax = Math.max(bytes.length, sectors.knownMax * sectors.sectorBytes);
  const isCut = (): boolean => sectors.end.isMissed;
  return {
    streams: objects.filter(({ type, sizeBytes }) => type === STREAM_OBJECT && sizeBytes <= bytesMax),
    isCut,
    read({ start, sizeBytes }) {
      const stream = readChain(sizeBytes < miniStreamBytesMax ? mini : sectors, start, sizeBytes);
      if (stream.length < sizeBytes && bytes.length % sectors.sectorBytes > 0) sectors.end.isMissed = true;
      return stream.length < sizeBytes && isCut() ? null : stream;
    },
  };
}

function noRoot({ end }: Sectors): Error {
  return end.isMissed
    ? new CutFileError("The compound file ends before its directory.")
    : new RangeError("The compound file has no root object.");
}

function openSectors(bytes: Buffer): Sectors {
  const sectorBytes = bytes.readUInt16LE(30) === 12 ? 4096 : 512;
  const places = listTablePlaces(bytes, sectorBytes);
  const table = Buffer.concat(places.map((sector) => sectorAt(bytes, sectorBytes, sector)));
  const taken = new Uint8Array(Math.ceil(bytes.length / sectorBytes));
  const knownMax = (places.length * sectorBytes) / 4;
  const end = { isMissed: false };
  const sectors = { bytes, sectorBytes, offsetBytes: sectorBytes, taken, knownMax, end };
  for (const place of places) noteEnd(sectors, place);
  return { ...sectors, next: (sector) => readNext(table, sector) };
}

function noteEnd({ bytes, sectorBytes, knownMax, end }: Omit<Sectors, "next">, sector: number): void {
  if (sector < knownMax && (sector + 1) * sectorBytes >= bytes.length) end.isMissed = true;
}

function sectorAt(bytes: Buffer, sectorBytes: number, sector: number): Buffer {
  return bytes.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes);
}

/**
 * The sectors of the allocation table: 109 are named in the header, further ones in a chain of their own. No more than
 * the file has, or a chain in a circle would name the same ones until memory ends.
 */
function listTablePlaces(bytes: Buffer, sectorBytes: number): number[] {
  const named = (list: Buffer): number[] =>
    Array.from({ length: list.length >> 2 }, (_, i) => list.readUInt32LE(i * 4));
  const sectors = named(bytes.subarray(76, 512));
  let next = bytes.readUInt32LE(68);
  const sectorsMax = bytes.length / sectorBytes;
  while (next < LAST_REGULAR_SECTOR && sectors.length < sectorsMax) {
    const list = sectorAt(bytes, sectorBytes, next);
    sectors.push(...named(list.subarray(0, -4)));
    const knownMax = (sectors.length * sectorBytes) / 4;
    if (list.length < sectorBytes && next < knownMax)
      throw new CutFileError("The compound file ends before its tables.");
    next = list.readUInt32LE(sectorBytes - 4);
  }
  return sectors.filter((sector) => sector < LAST_REGULAR_SECTOR);
}

/** Streams below 4096 bytes lie in sectors of 64 bytes inside the root's stream. */
function openMiniSectors(sectors: Sectors, root: CompoundStream): Sectors {
  const table = readChain(sectors, sectors.bytes.readUInt32LE(60), sectors.bytes.length);
  const bytes = readChain(sectors, root.start, root.sizeBytes);
  const taken = new Uint8Array(Math.ceil(bytes.length / MINI_SECTOR_BYTES));
  const next = (sector: number): number => readNext(table, sector);
  const { end } = sectors;
  return { bytes, sectorBytes: MINI_SECTOR_BYTES, offsetBytes: 0, next, taken, knownMax: 0, end };
}

function readNext(table: Buffer, sector: number): number {
  return sector * 4 + 4 <= table.length ? table.readUInt32LE(sector * 4) : LAST_REGULAR_SECTOR;
}

/** The bytes of a chain, at most `bytesMax`. */
function readChain(sectors: Sectors, start: number, bytesMax: number): Buffer {
  const { bytes, sectorBytes, offsetBytes, next, taken } = sectors;
  const chain: Buffer[] = [];
  let left = bytesMax;
  for (let sector = start; left > 0 && sector < LAST_REGULAR_SECTOR; sector = next(sector)) {
    const from = offsetBytes + sector * sectorBytes;
    noteEnd(sectors, sector);
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
