import { type EnvelopeEntry, EnvelopeError, openEnvelope, operatorEnvelopeLimits } from "@ruaflow/dmarc/envelope";
import { operatorXmlLimits, parseReport } from "@ruaflow/dmarc/parse";
import {
  RECORDS_SHOWN_MAX,
  type Rejection,
  type ExplainedFile as SharedFile,
  type ExplainedReport as SharedReport,
} from "@ruaflow/ingest/explain";
import { isDmarcPass, type ReportRecord } from "@ruaflow/report";
import { encodeRecord } from "@ruaflow/report/message";
import type { InputFile } from "../paths.ts";

/** A report as Ruaflow reads it. */
export interface ExplainedReport extends SharedReport {
  /** Its first records. */
  readonly sample: readonly ReportRecord[];
  /** Messages that failed DMARC. */
  readonly failed: number;
}

export interface ExplainedFile extends Omit<SharedFile, "reports"> {
  readonly reports: readonly ExplainedReport[];
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
  { path, xml, charset, warnings }: Extract<EnvelopeEntry, { kind: "document" }>,
  reports: ExplainedReport[],
  rejections: Rejection[],
): Promise<void> {
  const sample: ReportRecord[] = [];
  let failed = 0;
  const onRecord = (record: ReportRecord) => {
    if (!isDmarcPass(record.policyEvaluated)) failed += record.count;
    if (sample.length < RECORDS_SHOWN_MAX) sample.push(record);
  };
  try {
    const result = await parseReport(xml, { limits: operatorXmlLimits, onRecord, charset, warnings });
    if (result.kind === "report") reports.push({ path, ...result, lines: sample.map(encodeRecord), sample, failed });
    else if (result.kind === "refused") rejections.push({ path, ...result });
    else rejections.push({ path, kind: result.kind, reason: result.what, detail: result.detail });
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    rejections.push({ path, kind: "refused", reason: error.reason, detail: error.message });
  }
}
