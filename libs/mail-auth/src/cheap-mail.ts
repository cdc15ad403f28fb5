import type { SignedText } from "./signed-text.ts";

/** Nearly all report mails are smaller. */
const BYTES_MAX = 64 * 1024;
/** What is verified of a header; honest mails have 1 to 3 KiB. */
const HEADER_CHARS_MAX = 16 * 1024;
const HEADER_LINES_MAX = 200;
/** Each line costs 2 µs; 64 KiB of base64 have 860. */
const LINES_MAX = 1_500;
/** Each verifies with a key of its sender's choice, at worst in some milliseconds. */
const SIGNATURES_MAX = 4;

/** Whether verifying a mail takes a few milliseconds of CPU time at most, no matter who wrote it. */
export function isCheap(mail: Uint8Array, { header, signatures }: SignedText): boolean {
  const isSmall = mail.length <= BYTES_MAX && header.length <= HEADER_CHARS_MAX && signatures.length <= SIGNATURES_MAX;
  return isSmall && header.split("\n").length <= HEADER_LINES_MAX && countLines(mail) <= LINES_MAX;
}

function countLines(mail: Uint8Array): number {
  let lines = 0;
  for (let at = mail.indexOf(10); at !== -1; at = mail.indexOf(10, at + 1)) lines += 1;
  return lines;
}
