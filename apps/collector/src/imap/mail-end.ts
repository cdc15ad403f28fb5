/** Enough for the header of any honest mail, and for what lists and scanners add behind its end. */
const EDGE_BYTES_MAX = 64 * 1024;

const MULTIPART = /^content-type:\s*multipart\/.*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/im;

/** Sees the bytes of a mail pass. */
export interface MailEnd {
  add(piece: Uint8Array): void;
  /**
   * Whether a mail of parts has the line that ends its last part (RFC 2046, section 5.1.1). Any other mail passes: its content
   * shows by itself whether it is whole.
   */
  isThere(): boolean;
}

/** Keeps the beginning and the end of a mail. */
export function watchMailEnd(): MailEnd {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  return {
    add(piece) {
      if (head.length < EDGE_BYTES_MAX) head = Buffer.concat([head, piece.subarray(0, EDGE_BYTES_MAX - head.length)]);
      tail = Buffer.concat([tail, piece.subarray(-EDGE_BYTES_MAX)]).subarray(-EDGE_BYTES_MAX);
    },
    isThere() {
      const [header = ""] = head.toString("latin1").split(/\r?\n\r?\n/, 1);
      const unfolded = header.replaceAll(/\r?\n[ \t]/g, " ");
      const [, quoted, bare] = MULTIPART.exec(unfolded) ?? [];
      const boundary = quoted ?? bare;
      if (boundary !== undefined) return tail.toString("latin1").includes(`\n--${boundary}--`);
      return !/^content-type:\s*multipart\//im.test(unfolded);
    },
  };
}
