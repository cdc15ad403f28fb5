import { crc32, deflateRawSync } from "node:zlib";

/** One file of a zip archive; whatever is given in place of a computed value is written as it is, true or not. */
export interface ZipFile {
  /** A string is written as UTF-8. */
  readonly name: string | Buffer;
  readonly data: Uint8Array | string;
  /** 0 stored, 8 deflated (default); others only in the header. */
  readonly method?: number;
  readonly flags?: number;
  readonly crc32?: number;
  readonly sizeBytes?: number;
  readonly packedBytes?: number;
  /** Offset of the local header that the directory states. */
  readonly offset?: number;
  readonly extra?: Buffer;
  /** The file's bytes as they lie in the archive. */
  readonly packed?: Buffer;
  /** What the local header says where it differs from the directory. */
  readonly local?: LocalHeader;
  /** Bytes behind the packed ones, such as a data descriptor. */
  readonly behind?: Buffer;
  readonly comment?: string;
}

interface LocalHeader {
  readonly name?: string | Buffer;
  readonly method?: number;
  readonly flags?: number;
  readonly crc32?: number;
  readonly sizeBytes?: number;
  readonly packedBytes?: number;
  readonly extra?: Buffer;
}

export interface ZipOptions {
  readonly entryCount?: number;
  readonly comment?: string | Buffer;
  readonly directoryStart?: number;
  readonly directoryBytes?: number;
  readonly disk?: number;
}

export function buildZip(files: readonly ZipFile[], options: ZipOptions = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  // Hundreds of files often have the same data, which takes long to pack.
  let last: { readonly file: ZipFile; readonly content: Content } | undefined;
  for (const file of files) {
    const content = last && hasSameContent(last.file, file) ? last.content : pack(file);
    last = { file, content };
    const local = buildLocalRecord(file, content);
    directory.push(buildDirectoryRecord(file, buildFields(file, content), file.offset ?? offset));
    locals.push(local);
    offset += local.length;
  }
  return Buffer.concat([
    ...locals,
    ...directory,
    buildEnd(files.length, Buffer.concat(directory).length, offset, options),
  ]);
}

interface Content {
  readonly packed: Uint8Array;
  readonly crc32: number;
  readonly sizeBytes: number;
}

function hasSameContent(one: ZipFile, other: ZipFile): boolean {
  return one.data === other.data && one.packed === other.packed && one.method === other.method;
}

function pack({ data, packed, method = 8 }: ZipFile): Content {
  const bytes = Buffer.from(data);
  const own = packed ?? (method === 8 ? deflateRawSync(bytes) : bytes);
  return { packed: own, crc32: crc32(bytes), sizeBytes: bytes.length };
}

function buildLocalRecord(file: ZipFile, content: Content): Buffer {
  const { name = file.name, extra = Buffer.alloc(0), ...lies } = file.local ?? {};
  const nameBytes = Buffer.from(name);
  return Buffer.concat([
    Buffer.from("PK\x03\x04", "latin1"),
    buildFields({ ...file, ...lies }, content),
    u16(nameBytes.length),
    u16(extra.length),
    nameBytes,
    extra,
    content.packed,
    file.behind ?? Buffer.alloc(0),
  ]);
}

/** The fields that a local header and a directory record have in common. */
function buildFields(file: ZipFile, content: Content): Buffer {
  return Buffer.concat([
    u16(20),
    u16(file.flags ?? 0x800),
    u16(file.method ?? 8),
    u32(0),
    u32(file.crc32 ?? content.crc32),
    u32(file.packedBytes ?? content.packed.length),
    u32(file.sizeBytes ?? content.sizeBytes),
  ]);
}

function buildDirectoryRecord(file: ZipFile, fields: Buffer, offset: number): Buffer {
  const name = Buffer.from(file.name);
  const extra = file.extra ?? Buffer.alloc(0);
  const comment = Buffer.from(file.comment ?? "");
  const lengths = Buffer.concat([u16(name.length), u16(extra.length), u16(comment.length)]);
  return Buffer.concat([
    Buffer.from("PK\x01\x02", "latin1"),
    u16(20),
    fields,
    lengths,
    u16(0),
    u16(0),
    u32(0),
    u32(offset),
    name,
    extra,
    comment,
  ]);
}

function buildEnd(files: number, directoryBytes: number, directoryStart: number, options: ZipOptions): Buffer {
  const comment = Buffer.from(options.comment ?? "");
  const disk = options.disk ?? 0;
  const count = u16((options.entryCount ?? files) & 0xffff);
  return Buffer.concat([
    Buffer.from("PK\x05\x06", "latin1"),
    u16(disk),
    u16(disk),
    count,
    count,
    u32(options.directoryBytes ?? directoryBytes),
    u32(options.directoryStart ?? directoryStart),
    u16(comment.length),
    comment,
  ]);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
