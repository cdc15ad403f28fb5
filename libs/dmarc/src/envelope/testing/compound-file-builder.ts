import { u16, u32 } from "./zip-builder.ts";

const sectorBytes = 512;
const endOfChain = 0xfffffffe;
const tableSector = 0xfffffffd;
const free = 0xffffffff;

/** An Outlook .msg as far as reading attachments needs one: streams of 4096 bytes and more, one allocation table. */
export function buildOutlookMessage(attachments: readonly Buffer[], options: { cyclic?: boolean } = {}): Buffer {
  const table: number[] = [tableSector];
  const sectors: Buffer[] = [];
  const store = (data: Buffer): number => {
    const start = table.length;
    const count = Math.max(1, Math.ceil(data.length / sectorBytes));
    for (let i = 0; i < count; i += 1) {
      const last = options.cyclic ? start : endOfChain;
      table.push(i === count - 1 ? last : start + i + 1);
      sectors.push(pad(data.subarray(i * sectorBytes, (i + 1) * sectorBytes), sectorBytes));
    }
    return start;
  };
  const streams = attachments.map((data) => {
    const padded = pad(data, Math.max(4096, data.length));
    return entry("__substg1.0_37010102", 2, store(padded), padded.length);
  });
  const directoryStart = store(Buffer.concat([entry("Root Entry", 5, endOfChain, 0), ...streams]));
  const allocation = Buffer.concat(Array.from({ length: 128 }, (_, i) => u32(table[i] ?? free)));
  return Buffer.concat([header(directoryStart), allocation, ...sectors]);
}

function header(directoryStart: number): Buffer {
  const difat = Array.from({ length: 109 }, (_, i) => u32(i === 0 ? 0 : free));
  return Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(16),
    u16(0x3e),
    u16(3),
    u16(0xfffe),
    u16(9),
    u16(6),
    Buffer.alloc(10),
    u32(1),
    u32(directoryStart),
    u32(0),
    u32(4096),
    u32(endOfChain),
    u32(0),
    u32(endOfChain),
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

function pad(data: Buffer, bytes: number): Buffer {
  return Buffer.concat([data, Buffer.alloc(bytes - data.length)]);
}
