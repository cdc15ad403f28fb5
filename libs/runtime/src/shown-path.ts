import { isUtf8 } from "node:buffer";

/** A path or name as people read it. A file system takes any bytes: without valid UTF-8 in Latin-1, as old systems wrote it. */
export function toShownPath(path: Buffer): string {
  return path.toString(isUtf8(path) ? "utf8" : "latin1");
}
