import { type EnvelopeEntry, EnvelopeError, openEnvelope, operatorEnvelopeLimits } from "@ruaflow/dmarc/envelope";
import { operatorXmlLimits, parseReport, type ReportWarning } from "@ruaflow/dmarc/parse";
import { isDmarcPass, type ReportHeader, type ReportRecord, type ReportTotals } from "@ruaflow/report";
import type { InputFile } from "../paths.ts";

/** Records per report in the text output. */
const RECORDS_SHOWN = 10;

/** A report as Ruaflow reads it. */
export interface ExplainedReport {
  readonly path: string;
  readonly header: ReportHeader;
  readonly totals: ReportTotals;
  readonly warnings: readonly ReportWarning[];
  /** The first records of the report. */
  readonly sample: readonly ReportRecord[];
  readonly failed: number;
}

/** An entry of the file that cannot be stored as a report. */
export interface Rejection {
  readonly path: string;
  readonly kind: "refused" | "not-aggregate";
  readonly reason: string;
  readonly detail: string;
}

export interface ExplainedFile {
  readonly file: string;
  /** Mails of its mailboxes, with reports or without; 0 without a mailbox. */
  readonly mails: number;
  readonly reports: readonly ExplainedReport[];
  readonly rejections: readonly Rejection[];
}

/** Reads a file as an import would, without storing anything. */
export async function explainFile(file: InputFile): Promise<ExplainedFile> {
  const reports: ExplainedReport[] = [];
  const rejections: Rejection[] = [];
  let mails = 0;
  const options = {
    name: file.name,
    limits: operatorEnvelopeLimits,
    onMailboxMails(count: number) {
      mails = count;
    },
  };
  for await (const entry of openEnvelope(file.open(), options)) {
    if (entry.kind === "document") await explainDocument(entry, reports, rejections);
    else if (entry.kind === "refused") rejections.push(entry);
    else rejections.push({ ...entry, reason: entry.what });
  }
  return { file: file.name, mails, reports, rejections };
}

async function explainDocument(
  { path, xml, charset }: Extract<EnvelopeEntry, { kind: "document" }>,
  reports: ExplainedReport[],
  rejections: Rejection[],
): Promise<void> {
  const sample: ReportRecord[] = [];
  let failed = 0;
  const onRecord = (record: ReportRecord) => {
    if (!isDmarcPass(record.policyEvaluated)) failed += record.count;
    if (sample.length < RECORDS_SHOWN) sample.push(record);
  };
  try {
    const result = await parseReport(xml, { limits: operatorXmlLimits, onRecord, charset });
    if (result.kind === "report") reports.push({ path, ...result, sample, failed });
    else if (result.kind === "refused") rejections.push({ path, ...result });
    else rejections.push({ path, kind: result.kind, reason: result.what, detail: result.detail });
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    rejections.push({ path, kind: "refused", reason: error.reason, detail: error.message });
  }
}
