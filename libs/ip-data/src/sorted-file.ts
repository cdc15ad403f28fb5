import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { findRange, type Range } from "./sorted-ranges.ts";

/** Bytes that are read together; only the first number of each such block is kept. */
const BLOCK_BYTES = 8 * 1024;
/** No line is longer. */
const LINE_BYTES_MAX = 1024;
const LINE_FEED = 10;

/** A file of sorted ranges, searched where it is. */
export interface SortedFile {
  /** @throws as {@link findRange} does, and when the file cannot be read */
  find(address: string): Range | undefined;
  close(): void;
}

/**
 * Opens a file of lines as {@link findRange} reads them. It stays on the disk, 33 MB in the data set, and in the system's cache: a
 * look-up reads one block, once the numbers at the beginnings of blocks are known.
 */
export function openSortedFile(path: string): SortedFile {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  let isOpen = true;
  const firsts = new Map<number, bigint | null>();
  /** The block of the last look-up: answers look up addresses in order. */
  let last: { readonly block: number; readonly lines: Buffer } = { block: -1, lines: Buffer.alloc(0) };

  function read(begin: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - begin)));
    const count = readSync(file, bytes, 0, bytes.length, begin);
    return bytes.subarray(0, count);
  }

  /** The number at the beginning of the first line that begins in a block; `null`: none begins there. */
  function readFirst(block: number): bigint | null {
    const known = firsts.get(block);
    if (known !== undefined) return known;
    const bytes = read(toStart(block), BLOCK_BYTES + LINE_BYTES_MAX);
    const begin = block === 0 ? 0 : bytes.indexOf(LINE_FEED) + 1;
    const number = /^\d+/.exec(bytes.toString("latin1", begin, begin + LINE_BYTES_MAX))?.[0];
    const first = begin > BLOCK_BYTES || number === undefined ? null : BigInt(number);
    firsts.set(block, first);
    return first;
  }

  /** The lines that begin in a block, and perhaps some of the next one; none of them is cut. */
  function readLines(block: number): Buffer {
    const start = toStart(block);
    const bytes = read(start, BLOCK_BYTES + LINE_BYTES_MAX);
    const isLast = start + bytes.length === size;
    const begin = block === 0 ? 0 : bytes.indexOf(LINE_FEED) + 1;
    return bytes.subarray(begin, isLast ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1);
  }

  return {
    find(address) {
      if (!isOpen) throw new Error(`${path} was closed`);
      const wanted = BigInt(address);
      let [low, high] = [0, Math.ceil(size / BLOCK_BYTES) - 1];
      while (low < high) {
        const middle = (low + high + 1) >>> 1;
        const first = readFirst(middle);
        if (first === null || first > wanted) high = middle - 1;
        else low = middle;
      }
      if (last.block !== low) last = { block: low, lines: readLines(low) };
      return findRange(last.lines, address);
    },
    close() {
      // The number may be another file's by then.
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

/** Where a block begins: at the end of a line that may end just before it, so that the line after it is the block's. */
function toStart(block: number): number {
  return Math.max(0, block * BLOCK_BYTES - 1);
}
