import { zstdDecompressSync } from "node:zlib";
import type { ReceivedBody } from "../arrivals/arrival.ts";
import { type CollectedChunks, openChunks, removeChunks } from "../reading/chunks.ts";
import type { ReadEntry } from "../reading/read-entries.ts";
import type { Reader } from "../reading/reader.ts";
import { type ExplainedFile, type ExplainedReport, RECORDS_SHOWN_MAX, type Rejection } from "./explanation.ts";

/** Entries that are kept for an answer; an archive may have many more. */
const ENTRIES_MAX = 1000;

interface ExplainOptions {
  readonly name: string;
  readonly organizationId: string;
  readonly reader: Reader;
}

export interface ExplainedBody extends ExplainedFile {
  /** Entries after the first 1,000, which are read, and not kept. */
  readonly more: number;
}

/**
 * Reads a received body as an upload is read: at its party's turn, inline or by a worker, within the same limits. Nothing is
 * stored. `null`: it is larger than an upload may be.
 * @throws {NoRoomError} if its turn does not come in time
 */
export async function explainBody(
  body: ReceivedBody,
  { name, organizationId, reader }: ExplainOptions,
): Promise<ExplainedBody | null> {
  const party = { organization: organizationId, ...body.sender };
  const opened = await body.open(party);
  if (opened === null) return null;
  const reports: ExplainedReport[] = [];
  const rejections: Rejection[] = [];
  let mails = 0;
  let more = 0;
  const onMailboxMails = (count: number) => {
    mails = count;
  };
  try {
    for await (const { entry, finish } of reader.read(opened.spool, { name, onMailboxMails }, party)) {
      if (reports.length + rejections.length < ENTRIES_MAX) await addEntry(entry, { reports, rejections });
      else more += 1;
      if (entry.found.kind === "report") await removeChunks(entry.found.chunks);
      finish();
    }
  } finally {
    await opened.close();
  }
  return { file: name, mails, reports, rejections, more };
}

interface Found {
  readonly reports: ExplainedReport[];
  readonly rejections: Rejection[];
}

async function addEntry({ path, found }: ReadEntry, { reports, rejections }: Found): Promise<void> {
  if (found.kind === "report") {
    const { header, totals, warnings } = found.document;
    reports.push({ path, header, totals, warnings, lines: await readFirstLines(found.chunks) });
    return;
  }
  if (found.kind === "refused") rejections.push({ path, ...found });
  else rejections.push({ path, kind: found.kind, reason: found.what, detail: found.detail });
}

async function readFirstLines(chunks: CollectedChunks): Promise<string[]> {
  for await (const { lines } of openChunks(chunks).read()) {
    const bytes = "frame" in lines ? zstdDecompressSync(lines.frame) : lines;
    const text = Buffer.from(bytes).toString("utf8");
    return text === "" ? [] : text.split("\n", RECORDS_SHOWN_MAX);
  }
  return [];
}
