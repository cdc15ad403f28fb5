import { createHash } from "node:crypto";
import type { Logger } from "@ruaflow/runtime/logging";
import { ItemError } from "../source.ts";
import type { OpenMailbox } from "./connection.ts";
import { watchMailEnd } from "./mail-end.ts";

/** Of the answer around a message's bytes, and of a message whose size the server does not state. */
const AROUND_BYTES_MAX = 1024 * 1024;
const UNSTATED_BYTES_MAX = 64 * 1024 * 1024;

/** A message as long as its connection lasts: within it, a UID cannot come to mean another one. */
export interface Message {
  readonly mailbox: OpenMailbox;
  readonly uid: number;
  /** RFC822.SIZE; `undefined` where the server does not state it. */
  readonly statedBytes: number | undefined;
  readonly logger: Logger;
}

/** What is known of the bytes that were read last. */
export interface Reading {
  /** They are not as many as the server states: this may not be the whole message. */
  isDoubtful: boolean;
}

/**
 * The bytes of a message. A server that answers one of its pieces with less, or with nothing, makes a part look like a whole
 * message, so their number is compared with RFC822.SIZE. Servers that only estimate it (Exchange) are believed when nothing
 * lies behind the end, a second download has the same bytes, and a mail of parts has its end.
 *
 * @throws {ItemError} for a message that may be incomplete
 */
export async function* download(message: Message, reading: Reading): AsyncGenerator<Uint8Array> {
  const { statedBytes = 0 } = message;
  const first = createHash("sha256");
  const end = watchMailEnd();
  let bytes = 0;
  reading.isDoubtful = false;
  for await (const piece of readPieces(message)) {
    first.update(piece);
    end.add(piece);
    bytes += piece.byteLength;
    // Its reader may stop here, for example because the message is too large.
    reading.isDoubtful = bytes > statedBytes;
    yield piece;
  }
  reading.isDoubtful = bytes !== message.statedBytes;
  if (!reading.isDoubtful) return;
  const isWhole =
    bytes > 0 && end.isThere() && (await isEnd(message, bytes)) && (await isSame(message, first.digest("hex")));
  const sizes = `the mail server states ${message.statedBytes ?? "no"} bytes and gave ${bytes}`;
  if (!isWhole) throw new ItemError(`message ${message.uid} may be incomplete: ${sizes}`);
  message.logger.warn({ uid: message.uid, statedBytes, bytes }, `${sizes}, twice the same: the message is read`);
}

async function* readPieces({ mailbox, uid, statedBytes }: Message): AsyncGenerator<Uint8Array> {
  const { client, answers } = mailbox;
  // The library allows twice the size, for servers that count line ends otherwise.
  const bytesMax = 2 * (statedBytes ?? UNSTATED_BYTES_MAX) + AROUND_BYTES_MAX;
  const { content } = await answers.ask(bytesMax, () => client.download(String(uid), undefined, { uid: true }));
  // A server may answer nothing for a message that another client has removed.
  if (!content) throw new ItemError(`message ${uid} has no content any more`);
  yield* answers.read(bytesMax, content);
}

/** Whether the server has nothing behind so many bytes. */
async function isEnd({ mailbox: { client, answers }, uid }: Message, bytes: number): Promise<boolean> {
  const question = { source: { start: bytes, maxLength: 1 } };
  const found = await answers.ask(AROUND_BYTES_MAX, () => client.fetchOne(String(uid), question, { uid: true }));
  return found !== false && (found.source?.byteLength ?? 0) === 0;
}

async function isSame(message: Message, digest: string): Promise<boolean> {
  const second = createHash("sha256");
  for await (const piece of readPieces(message)) second.update(piece);
  return second.digest("hex") === digest;
}
