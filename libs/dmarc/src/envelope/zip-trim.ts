const endRecord = Buffer.from("PK\x05\x06", "latin1");
const directoryRecord = Buffer.from("PK\x01\x02", "latin1");
const END_RECORD_BYTES = 22;

/** Cuts off what was put in front of an archive or behind it, which yauzl does not take and mail gateways add. */
export function trimZip(bytes: Buffer): Buffer {
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
