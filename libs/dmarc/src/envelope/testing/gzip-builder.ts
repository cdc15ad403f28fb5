import { crc32, deflateRawSync } from "node:zlib";
import { u16, u32 } from "./zip-builder.ts";

/** One member of a gzip file (RFC 1952); whatever is given in place of a computed value is written as it is. */
export interface GzipMember {
  readonly data?: Uint8Array | string;
  readonly method?: number;
  readonly flags?: number;
  /** What stands between the ten fixed bytes and the packed data. */
  readonly fields?: Buffer;
  readonly packed?: Buffer;
  readonly crc32?: number;
  readonly sizeBytes?: number;
}

export function buildGzip(member: GzipMember = {}): Buffer {
  const data = Buffer.from(member.data ?? "<feedback/>");
  return Buffer.concat([
    buildGzipHeader(member),
    member.packed ?? deflateRawSync(data),
    u32(member.crc32 ?? crc32(data)),
    u32(member.sizeBytes ?? data.length % 2 ** 32),
  ]);
}

export function buildGzipHeader({ method = 8, flags = 0, fields = Buffer.alloc(0) }: GzipMember): Buffer {
  return Buffer.concat([Buffer.from([0x1f, 0x8b, method, flags, 0, 0, 0, 0, 0, 3]), fields]);
}

/** A header whose checksum over itself (FHCRC) is right. */
export function buildCheckedHeader(flags: number, fields: Buffer): Buffer {
  const header = buildGzipHeader({ flags: flags | 2, fields });
  return Buffer.concat([header, u16(crc32(header) & 0xffff)]);
}
