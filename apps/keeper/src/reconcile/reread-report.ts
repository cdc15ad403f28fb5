import { DocumentNotFoundError, EnvelopeError, extractDocument, operatorEnvelopeLimits } from "@ruaflow/dmarc/envelope";
import { operatorXmlLimits, type ReadReport, readReport } from "@ruaflow/dmarc/parse";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { SubmissionBodyDamagedError, SubmissionBodyMissingError } from "@ruaflow/metadata-store/body-errors";
import type { ListedReport, ReportSource } from "@ruaflow/metadata-store/ledger";
import type { ReportRow } from "@ruaflow/record-store/rows";
import { isSameContent } from "@ruaflow/report/content";
import { toReportKey, toUnauthenticatedKey, toVouchedKey } from "@ruaflow/report/identity";

/**
 * Why the rows of a report cannot be written again from the bytes that arrived.
 *
 * - `bytes-not-kept`: they were never kept, or were deleted since
 * - `bytes-damaged`: they are not those that arrived
 * - `reads-differently`: they are read in another way than on arrival, by an earlier release
 */
export type Unrepairable = "bytes-not-kept" | "bytes-damaged" | "reads-differently";

/** A stored report, read again from the bytes that arrived. */
export interface RereadReport {
  readonly report: ListedReport;
  readonly source: ReportSource;
  readonly row: Omit<ReportRow, "attempt">;
  /** Its encoded records; `null`: too many to hold. */
  readonly lines: readonly string[] | null;
}

/** Length of encoded records of one report that are held in memory. */
const LINES_LENGTH_MAX = 1024 * 1024;

interface RereadContext {
  readonly organizationId: string;
  readonly intake: MetadataStore["intake"];
}

/**
 * Reads a report from the kept bytes of its submission, with the parser that read it on arrival. Only a report with the
 * identity and the content of the stored one is returned: the sums that lists show are right for it.
 * @throws if a store is unreachable
 */
export async function rereadReport(
  report: ListedReport,
  source: ReportSource | undefined,
  context: RereadContext,
): Promise<RereadReport | Unrepairable> {
  if (source?.isKept !== true) return "bytes-not-kept";
  try {
    const reread = await readSame(report, source, context);
    if (reread !== null) return reread;
    // Reading may have failed before it reached the end, where damage shows.
    for await (const _bytes of context.intake.readSubmissionBody(report.submissionId));
    return "reads-differently";
  } catch (error) {
    if (error instanceof SubmissionBodyMissingError) return "bytes-not-kept";
    if (error instanceof SubmissionBodyDamagedError) return "bytes-damaged";
    throw error;
  }
}

async function readSame(
  report: ListedReport,
  source: ReportSource,
  { organizationId, intake }: RereadContext,
): Promise<RereadReport | null> {
  const kept: string[] = [];
  let length = 0;
  const onLine = (line: string) => {
    length += line.length;
    if (length <= LINES_LENGTH_MAX) kept.push(line);
  };
  const parsed = await parseAgain(report, source, { intake, onLine });
  if (parsed === null || !isSameReport(parsed, report, organizationId)) return null;
  if (!isSameContent(parsed, report) || parsed.totals.records !== report.records) return null;
  const row = toRow(parsed, { report, source, organizationId });
  return { report, source, row, lines: length <= LINES_LENGTH_MAX ? kept : null };
}

interface Reading {
  readonly intake: MetadataStore["intake"];
  readonly onLine: (line: string) => void | Promise<void>;
}

/**
 * Reads the document and hands on each of its records, encoded in the form that the ledger has of it; `null` when it is not a
 * report.
 * @throws if a store is unreachable, or the bytes are missing or damaged
 */
export async function parseAgain(
  { submissionId, entry, newerHashes = [] }: ListedReport,
  { channel }: ReportSource,
  { intake, onLine }: Reading,
): Promise<ReadReport | null> {
  const limits = channel === "import" ? operatorEnvelopeLimits : {};
  try {
    const body = intake.readSubmissionBody(submissionId);
    const { xml, ...around } = await extractDocument(body, { entry, limits });
    const inForm1 = newerHashes.length === 0;
    const parsed = await readReport(xml, { limits: operatorXmlLimits, onLine, ...around, inForm1 });
    return parsed.kind === "report" ? parsed : null;
  } catch (error) {
    if (error instanceof EnvelopeError || error instanceof DocumentNotFoundError) return null;
    throw error;
  }
}

function isSameReport({ header }: ReadReport, report: ListedReport, organizationId: string): boolean {
  const key = toReportKey(organizationId, header);
  const vouched = report.vouchedBy === null ? key : toVouchedKey(key, report.vouchedBy);
  return report.reportKey === vouched || report.reportKey === toUnauthenticatedKey(vouched);
}

interface Stored {
  readonly report: ListedReport;
  readonly source: ReportSource;
  readonly organizationId: string;
}

/** What was decided on arrival stays: the owner, the id, and which sender was proven, and how far. */
function toRow({ header, totals, warnings }: ReadReport, { report, source, organizationId }: Stored) {
  const { domainId, day, reportId, trust, trustReason, vouchedBy: reporterDomain, submissionId, contentHash } = report;
  const { channel, receivedAt } = source;
  const place = { organizationId, domainId, day, reportId };
  const proof = { trust, trustReason, reporterDomain };
  return { ...place, header, totals, warnings, receivedAt, channel, submissionId, contentHash, ...proof };
}
