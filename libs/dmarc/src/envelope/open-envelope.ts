import { openGzip } from "./archive/gzip.ts";
import { inflate } from "./archive/inflate.ts";
import { readTar } from "./archive/tar.ts";
import { readZip } from "./archive/zip.ts";
import { ReportSplitter } from "./document/report-splitter.ts";
import { readStatedDomain, STATED_DOMAIN_BYTES_MAX } from "./document/stated-domain.ts";
import { isWholeBase64, isWholeDocument } from "./document/whole-document.ts";
import { isRewritten, isUtf16, rewrites } from "./encoding/rewritten-text.ts";
import { readUuencode } from "./encoding/uuencode.ts";
import { HEAD_BYTES, type Identity, identify } from "./format/identify.ts";
import { isOpenHeader, MAIL_HEAD_BYTES } from "./format/identify-text.ts";
import { readMail } from "./mail/mail.ts";
import { readMbox } from "./mail/mbox.ts";
import { readOutlookMessage } from "./outlook/outlook-message.ts";
import { readCompressedData, readSignedData } from "./smime/signed-data.ts";
import { Budget } from "./submission/budget.ts";
import { ByteReader } from "./submission/byte-reader.ts";
import type {
  EnclosingMail,
  EnvelopeDocument,
  EnvelopeEntry,
  EnvelopeWarning,
  NotAggregateEntry,
  NotAggregateKind,
} from "./submission/entry.ts";
import { joinPath, toSafeName } from "./submission/entry-path.ts";
import { defaultEnvelopeLimits, type EnvelopeLimits } from "./submission/limits.ts";
import { type ContainerReader, type Part, unvouched } from "./submission/part.ts";
import { EnvelopeError, encryptedMessageDetail, falseArchiveDetail } from "./submission/refusal.ts";

export interface OpenEnvelopeOptions {
  /** Name of the submission, for the paths of its entries. */
  readonly name?: string;
  /** Limits that differ from `defaultEnvelopeLimits`. */
  readonly limits?: Partial<EnvelopeLimits>;
  /** Told at the end how many mails its mailboxes have, whether they hold reports or not; 0 without a mailbox. */
  readonly onMailboxMails?: (mails: number) => void;
}

interface Opening {
  readonly content: ByteReader;
  readonly path: string;
  /** Containers around `content`. */
  readonly depth: number;
  readonly mail: EnclosingMail | null;
  readonly charset?: Part["charset"];
  readonly standsAs?: Part["standsAs"];
  /** Its name or media type is that of a packed file. */
  readonly isCalledPacked?: boolean;
  /** On the containers around `content`. */
  readonly warnings: readonly EnvelopeWarning[];
  readonly budget: Budget;
}

const SIGNATURE_BYTES = 4;
const packedName = /\.(?:gz|gzip|tgz|zip|z)$/i;
const packedType = /^application\/(?:x-)?(?:gzip|gzip-compressed|zip|zip-compressed)$/;

const containers: Partial<Record<Identity["format"], ContainerReader>> = {
  zip: readZip,
  tar: readTar,
  mail: readMail,
  mbox: readMbox,
  "outlook-msg": readOutlookMessage,
  "signed-data": readSignedData,
  "compressed-data": readCompressedData,
  uuencode: readUuencode,
};

const details: Record<NotAggregateKind, string> = {
  "tls-report": "This is an SMTP TLS report (RFC 8460), which says nothing about DMARC. Nothing needs to be done.",
  "failure-report": "This is a failure report about a single mail, not an aggregate report. Nothing needs to be done.",
  complaint:
    "This is a complaint of a feedback loop about a single mail, not an aggregate report. Nothing needs to be done.",
  "no-report": "No aggregate report was found. Send the XML of a report, plain or packed as gzip, zip or in a mail.",
};

/** A saved mail is judged as a mail, also if it does not look like one. */
const mailName = /\.(?:emlx?|mht|mhtml)$/i;

/**
 * Finds the reports in a submission, whatever they are packed in: XML as it is, gzip, zip, tar, mails, mailboxes,
 * Outlook messages, signed-data and compressed-data of S/MIME, base64 and uuencode, nested in each other, all recognized by their bytes and under one budget.
 *
 * Whatever is wrong with the data becomes an entry; only errors of `body` itself are thrown. Each document must be read
 * before the next entry is asked for; leaving one unread, or the generator unfinished, releases what it holds. XML,
 * gzip and tar are streamed in flat memory; `body` is not read on once a limit is passed.
 */
export async function* openEnvelope(
  body: AsyncIterable<Uint8Array>,
  options: OpenEnvelopeOptions = {},
): AsyncGenerator<EnvelopeEntry> {
  const budget = new Budget({ ...defaultEnvelopeLimits, ...options.limits });
  const path = toSafeName(options.name ?? "") || "submission";
  const isCalledPacked = packedName.test(path);
  yield* open({
    content: new ByteReader(countInput(body, budget)),
    path,
    depth: 0,
    mail: null,
    isCalledPacked,
    warnings: [],
    budget,
  });
  options.onMailboxMails?.(budget.mails);
}

async function* countInput(body: AsyncIterable<Uint8Array>, budget: Budget): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    budget.countInput(chunk.length);
    yield chunk;
  }
}

async function* open(opening: Opening): AsyncGenerator<EnvelopeEntry> {
  try {
    yield* unpack(opening);
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    if (error.delivered) return;
    error.delivered = true;
    yield { kind: "refused", path: opening.path, reason: error.reason, detail: error.message };
  } finally {
    await opening.content.close();
  }
}

async function* unpack(found: Opening): AsyncGenerator<EnvelopeEntry> {
  const { content, path } = found;
  const identity = identify(await peekHead(content));
  const { format, skipBytes } = identity;
  await content.skip(skipBytes);
  const opening = { ...found, mail: await findVoucher(found, identity) };
  const readParts = containers[format];
  if (readParts) yield* openParts(readParts, deepen(opening, content));
  else if (format === "xml") yield* openReports(opening);
  else if (format === "gzip") yield* open(deepen(opening, await openGzip(content, opening.budget)));
  else if (format === "zlib") yield* open(deepen(opening, new ByteReader(inflate(content, opening.budget, "zlib"))));
  else if (isRewritten(format)) {
    const { warnings } = opening;
    const inner = deepen(opening, new ByteReader(rewrites[format](content)));
    yield* open({ ...inner, warnings: isUtf16(format) ? ["mail-in-utf-16"] : warnings });
  } else if (format === "encrypted-message") throw new EnvelopeError("encrypted", { detail: encryptedMessageDetail });
  else if (format === "winmail-dat" || format === "outlook-pst" || format === "unsupported-archive")
    throw new EnvelopeError(format);
  else if (format === "tls-report" || format === "failure-report" || format === "complaint") {
    const head = await content.peek(STATED_DOMAIN_BYTES_MAX);
    yield toNotAggregate(path, format, readStatedDomain(format, head));
  } else if (opening.isCalledPacked) throw await toFalseArchive(content);
  else yield toNotAggregate(path, "no-report");
}

/** A packed file that is cut has at least its first bytes, which decide what it is. */
async function toFalseArchive(content: ByteReader): Promise<EnvelopeError> {
  const head = await content.peek(SIGNATURE_BYTES);
  const isCut =
    head.length < SIGNATURE_BYTES &&
    ["\x1f\x8b\b", "PK\x03\x04"].some((start) => start.startsWith(head.toString("latin1")));
  return new EnvelopeError(isCut ? "truncated" : "corrupt", { detail: falseArchiveDetail });
}

/** What begins like a mail is one if any of its fields is known, however far behind the others. */
async function peekHead(content: ByteReader): Promise<Buffer> {
  const head = (await content.peek(HEAD_BYTES)).subarray(0, HEAD_BYTES);
  if (!isOpenHeader(head)) return head;
  return (await content.peek(MAIL_HEAD_BYTES)).subarray(0, MAIL_HEAD_BYTES);
}

/** The mail whose own this content is, or the file's itself; words around it make it a quotation. */
async function findVoucher(
  { content, mail, standsAs }: Opening,
  { format, isBehindOther }: Identity,
): Promise<EnclosingMail | null> {
  if (isBehindOther && (mail === null || standsAs !== undefined)) return unvouched;
  if (standsAs === undefined) return mail;
  const isFile = standsAs === "file";
  // Other readers of mail see no text of these forms, or another.
  const isForeign = format === "uuencode" || (isRewritten(format) && format !== "base64");
  const isWhole =
    !isForeign &&
    (format !== "xml" || (await isWholeDocument(content, isFile))) &&
    (format !== "base64" || (await isWholeBase64(content, isFile)));
  return isWhole ? mail : unvouched;
}

function deepen({ depth, budget, path, mail, warnings }: Opening, content: ByteReader): Opening {
  if (depth >= budget.limits.depthMax) throw new EnvelopeError("too-deep");
  return { path, mail, content, depth: depth + 1, warnings, budget };
}

async function* openParts(readParts: ContainerReader, outer: Opening): AsyncGenerator<EnvelopeEntry> {
  const { budget, depth, warnings } = outer;
  let isEmpty = true;
  let parts = 0;
  for await (const part of readParts(outer.content, budget)) {
    budget.countEntry();
    parts += 1;
    const { content, name, charset, standsAs, mediaType = "" } = part;
    const isCalledPacked = packedName.test(name) || packedType.test(mediaType);
    const path = joinPath(outer.path, name);
    const inner = { content, path, mail: toMail(part, outer), charset, isCalledPacked, depth, warnings, budget };
    for await (const entry of open({ ...inner, ...(standsAs && { standsAs }) })) {
      if (entry.kind === "not-aggregate" && entry.what === "no-report") continue;
      isEmpty = false;
      yield entry;
    }
    if (budget.exhausted) return;
  }
  if (!isEmpty) return;
  const empty = toNotAggregate(outer.path, "no-report");
  // How many were looked through shows whether the mailbox was split where its mails begin.
  yield readParts === readMbox ? { ...empty, detail: `Mails of the mailbox: ${parts}. ${empty.detail}` } : empty;
}

function toMail({ mail, name }: Part, outer: Opening): EnclosingMail | null {
  if (mail === unvouched || mailName.test(name)) return unvouched;
  if (mail === undefined) return outer.mail;
  return outer.depth === 1 ? "submission" : mail;
}

/** Each report that begins behind the end of another one is a document and an entry of its own. */
async function* openReports({
  path,
  content,
  mail,
  charset,
  warnings,
  budget,
}: Opening): AsyncGenerator<EnvelopeDocument> {
  const reports = new ReportSplitter(content);
  const facts = { kind: "document", mail, charset: charset ?? null, warnings } as const;
  yield { ...facts, path, xml: deliver(reports.next()) };
  for (let number = 2; await reports.hasNext(); number += 1) {
    budget.countEntry();
    yield { ...facts, path: joinPath(path, `report ${number}`), xml: deliver(reports.next()) };
  }
}

async function* deliver(xml: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* xml;
  } catch (error) {
    if (error instanceof EnvelopeError) error.delivered = true;
    throw error;
  }
}

function toNotAggregate(path: string, what: NotAggregateKind, domain: string | null = null): NotAggregateEntry {
  return { kind: "not-aggregate", path, what, domain, detail: details[what] };
}
