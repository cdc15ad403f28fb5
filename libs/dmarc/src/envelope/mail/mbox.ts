import type { Budget } from "../submission/budget.ts";
import { ByteReader } from "../submission/byte-reader.ts";
import { type Part, unvouched } from "../submission/part.ts";
import { EnvelopeError } from "../submission/refusal.ts";

const BLOCK_BYTES = 64 * 1024;
/**
 * `From `, a sender and a time, or only what stands before a header: programs leave out the time, and the empty line before it, which RFC 4155
 * asks for. Other lines that begin with `From ` are text.
 */
const separatorLine =
  /\n(?:\r*\nFrom \S[^\n]{0,200}\d\d:\d\d[^\n]{0,400}\n|(?:\r*\n)?From [^\n]{0,600}\n(?=>?[!-9;-~]{1,100}[ \t]*:|>From ))/g;
/** A separator with the name of a field cannot be longer, so that one cut by the end of a block is found in the next. */
const OVERLAP_BYTES = 1024;

/** The mails of an mbox file (RFC 4155), one held in memory at a time. */
export async function* readMbox(content: ByteReader, budget: Budget): AsyncGenerator<Part> {
  await skipLine(content);
  for (let n = 1; ; n += 1) {
    const mail = await takeMail(content, budget);
    if (mail === undefined) return;
    budget.countMail();
    yield { name: `mail ${n}`, content: ByteReader.of(Buffer.concat(mail)), mail: unvouched };
  }
}

async function takeMail(content: ByteReader, budget: Budget): Promise<Buffer[] | undefined> {
  const blocks: Buffer[] = [];
  for (let bytes = 0; ; ) {
    const window = (await content.peek(BLOCK_BYTES + OVERLAP_BYTES)).subarray(0, BLOCK_BYTES + OVERLAP_BYTES);
    if (window.length === 0) return blocks.length > 0 ? blocks : undefined;
    const separator = findSeparator(window);
    const block = await content.take(separator?.start ?? Math.min(window.length, BLOCK_BYTES));
    bytes += block.length;
    if (bytes > budget.holdableBytes) throw new EnvelopeError("container-too-large");
    blocks.push(block);
    if (separator) {
      await content.skip(separator.end - separator.start);
      return blocks;
    }
  }
}

function findSeparator(window: Buffer): { start: number; end: number } | undefined {
  if (!window.includes("\nFrom ")) return undefined;
  separatorLine.lastIndex = 0;
  const found = separatorLine.exec(window.toString("latin1"));
  if (!found || found.index >= BLOCK_BYTES) return undefined;
  return { start: found.index + 1, end: found.index + found[0].length };
}

async function skipLine(content: ByteReader): Promise<void> {
  const head = await content.peek(OVERLAP_BYTES);
  await content.skip(head.indexOf("\n") + 1);
}
