import { join } from "node:path";

/** The longest name of a file on the file systems in use, in bytes. */
const NAME_BYTES_MAX = 255;
/** What stands behind the last dot of a longer one is no extension. */
const EXTENSION_BYTES_MAX = 32;
const REASON = ".reason.txt";

/** A file system takes any bytes for a name: only as bytes is each file found again. */
export type FileName = Buffer;

export function joinName(folder: string, name: FileName): Buffer {
  return Buffer.concat([Buffer.from(join(folder, "/")), name]);
}

/** The name with an id in front of its extension, cut to the length that a file system takes. */
export function insertId(name: FileName, id: string): FileName {
  const dot = name.lastIndexOf(".");
  const hasExtension = dot > 0 && name.length - dot <= EXTENSION_BYTES_MAX;
  const extension = hasExtension ? name.subarray(dot) : Buffer.alloc(0);
  return append(name.subarray(0, hasExtension ? dot : name.length), Buffer.concat([Buffer.from(`.${id}`), extension]));
}

/** The name of the file that says why one of this name was refused; with the id, if the name is too long without it. */
export function toReasonName(name: FileName, id: string): FileName {
  if (name.length + REASON.length <= NAME_BYTES_MAX) return append(name, Buffer.from(REASON));
  return append(name, Buffer.from(name.includes(id) ? REASON : `.${id}${REASON}`));
}

/** Cuts no character of UTF-8: some file systems take none that is cut. */
function append(stem: Buffer, ending: Buffer): FileName {
  let length = Math.min(stem.length, NAME_BYTES_MAX - ending.length);
  while (length > 0 && length < stem.length && isInsideCharacter(stem[length])) length -= 1;
  return Buffer.concat([stem.subarray(0, length), ending]);
}

function isInsideCharacter(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}
