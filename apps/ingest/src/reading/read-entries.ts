import {
  type EnclosingMail,
  type EnvelopeEntry,
  type EnvelopeLimits,
  type NotAggregateEntry,
  openEnvelope,
} from "@ruaflow/dmarc/envelope";
import type { NotAggregate, XmlLimits } from "@ruaflow/dmarc/parse";
import { type CollectedChunks, createChunkCollector } from "./chunks.ts";
import { type RefusedDocument, type ReportDocument, readDocument } from "./document.ts";

/** Why the reading of a submission was stopped. */
export type StopReason = "took-too-long" | "took-too-much-memory";

export interface ReadOptions {
  /** Name of the submission, for the paths of its entries. */
  readonly name: string;
  /** Positions of the entries to read; absent: all. */
  readonly entries?: ReadonlySet<number>;
  readonly limits: { readonly envelope: Partial<EnvelopeLimits>; readonly xml: Partial<XmlLimits> };
  /** Prefix of temporary files; the position of the entry follows. */
  readonly spoolPath: string;
}

/** Told at the end how many mails the submission's mailboxes have; never if it is not read to its end. */
export interface MailCounter {
  readonly onMailboxMails?: (mails: number) => void;
}

interface Stopped {
  readonly kind: "refused";
  readonly reason: StopReason;
  readonly detail: string;
}

/** An entry that cannot be stored as a report. */
export type RejectedEntry = NotAggregate | NotAggregateEntry | RefusedDocument | Stopped;

/** One entry of a submission; plain data that can be sent to another thread. */
export interface ReadEntry {
  readonly index: number;
  readonly path: string;
  readonly found: RejectedEntry | FoundDocument;
}

/** An entry in memory, until the work on it is done. */
export interface HeldEntry {
  readonly entry: ReadEntry;
  /** What it holds of the memory. */
  readonly bytes: number;
  /** To be called once, when nothing of the entry is needed any more: a worker goes on then. */
  finish(): void;
}

/** A report; its receiver must remove its chunks. */
export interface FoundDocument {
  readonly kind: "report";
  readonly document: ReportDocument;
  readonly chunks: CollectedChunks;
  readonly mail: EnclosingMail | null;
}

/** Opens a submission and reads its entries one by one. Independent of the stores: this part takes the CPU time. */
export async function* readEntries(
  body: AsyncIterable<Uint8Array>,
  { name, entries, limits, spoolPath, ...counter }: ReadOptions & MailCounter,
): AsyncGenerator<ReadEntry> {
  let index = 0;
  for await (const entry of openEnvelope(body, { ...counter, name, limits: limits.envelope })) {
    const isWanted = entries?.has(index) ?? true;
    if (isWanted) yield { index, path: entry.path, found: await readEntry(entry, limits.xml, `${spoolPath}-${index}`) };
    index += 1;
  }
}

async function readEntry(
  entry: EnvelopeEntry,
  limits: Partial<XmlLimits>,
  chunksPath: string,
): Promise<RejectedEntry | FoundDocument> {
  if (entry.kind === "not-aggregate") return entry;
  if (entry.kind === "refused") return { kind: "refused", reason: entry.reason, detail: entry.detail };
  const collector = createChunkCollector(chunksPath);
  try {
    const document = await readDocument(entry, collector, limits);
    if (document.kind === "report") {
      return { kind: "report", document, chunks: await collector.finish(), mail: copyMail(entry.mail) };
    }
    await collector.remove();
    return document;
  } catch (error) {
    await collector.remove();
    throw error;
  }
}

/** A larger mail inside another one is not authenticated: each report of it would have a copy. */
const NESTED_MAIL_BYTES_MAX = 1024 * 1024;

/** The bytes of a nested mail are a view of the whole submission, and valid only until the next entry. */
function copyMail(mail: EnclosingMail | null): EnclosingMail | null {
  if (mail === null || mail === "submission") return mail;
  return new Uint8Array(mail.length > NESTED_MAIL_BYTES_MAX ? [] : mail);
}
