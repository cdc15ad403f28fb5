// A worker thread: reads one submission at a time for the main thread.
import { createReadStream } from "node:fs";
import { parentPort } from "node:worker_threads";
import { awaitRoom, countSent } from "./flow.ts";
import { type ReadEntry, readEntries } from "./read-entries.ts";
import type { Job, Reply } from "./worker-messages.ts";

const port = parentPort;
if (!port) throw new Error("This file must run in a worker thread.");

port.on("message", async (job: Job) => {
  try {
    const mails = await run(job);
    reply({ kind: "end", mails, cpuMs: readCpuMs() });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? { code: String(error.code) } : {};
    reply({ kind: "failed", error, ...code, cpuMs: readCpuMs() });
  }
});

/** @returns how many mails the submission's mailboxes have */
async function run({ body, options, flow }: Job): Promise<number> {
  let mails = 0;
  const onMailboxMails = (count: number) => {
    mails = count;
  };
  const source = typeof body === "string" ? createReadStream(body) : [body];
  for await (const entry of readEntries(toAsync(source), { ...options, onMailboxMails })) {
    const { bytes, buffers, owned } = toOwned(entry);
    countSent(flow, bytes);
    reply({ kind: "entry", entry: owned, bytes }, buffers);
    if (!(await awaitRoom(flow))) break;
  }
  return mails;
}

async function* toAsync(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) if (chunk.length > 0) yield chunk;
}

/** The entry with unshared buffers, so that they can be transferred without another copy. */
function toOwned(entry: ReadEntry) {
  if (entry.found.kind !== "report") return { owned: entry, buffers: [], bytes: 0 };
  const { chunks, document, mail } = entry.found;
  const mailBytes = mail === null || mail === "submission" ? 0 : mail.length;
  const text = new Uint8Array(chunks.last.text);
  const full = chunks.full.map(({ firstOrdinal, lines }) => ({
    firstOrdinal,
    lines: { frame: new Uint8Array(lines.frame) },
  }));
  const arrays = [text, ...full.map(({ lines }) => lines.frame)];
  const last = { firstOrdinal: chunks.last.firstOrdinal, text };
  const owned: ReadEntry = { ...entry, found: { kind: "report", document, chunks: { ...chunks, full, last }, mail } };
  const bytes = arrays.reduce((sum, { length }) => sum + length, document.headerBytes + mailBytes);
  return { owned, bytes, buffers: arrays.map(({ buffer }) => buffer) };
}

function reply(message: Reply, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

/** CPU time of this thread since its start, in milliseconds. */
function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
