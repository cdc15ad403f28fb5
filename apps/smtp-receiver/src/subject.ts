import { decodeHeaderText } from "@ruaflow/dmarc/envelope";

const HEADER_BYTES_MAX = 32 * 1024;
const NAME_CHARS_MAX = 200;
const END_OF_HEADER = Buffer.from("\r\n\r\n");

/** The subject of a mail, decoded, or `mail`. */
export async function readSubject(mail: AsyncIterable<Uint8Array>): Promise<string> {
  let head = Buffer.alloc(0);
  for await (const chunk of mail) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= HEADER_BYTES_MAX || head.includes(END_OF_HEADER)) break;
  }
  return findSubject(head.subarray(0, HEADER_BYTES_MAX));
}

function findSubject(head: Buffer): string {
  const end = head.indexOf(END_OF_HEADER);
  const header = head.subarray(0, end === -1 ? head.length : end).toString();
  const value = /^subject[ \t]*:(.*(?:\r\n[ \t].*)*)/im.exec(header)?.[1] ?? "";
  return decodeHeaderText(value).slice(0, NAME_CHARS_MAX) || "mail";
}
