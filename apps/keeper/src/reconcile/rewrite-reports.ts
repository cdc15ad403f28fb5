import type { ListedReport } from "@ruaflow/metadata-store/ledger";
import { ROWS_HASH_FORM } from "@ruaflow/record-store/rows";
import type { RowChange } from "@ruaflow/runtime/row-change";
import type { Finding } from "./finding.ts";
import { parseAgain, type RereadReport, rereadReport, type Unrepairable } from "./reread-report.ts";
import type { Stores } from "./stores.ts";

/** The stores, and the announcement of what is written again. */
interface Rewriting extends Stores {
  readonly change: RowChange;
}

/** Reports written together: each write and each removal of old rows costs ClickHouse tens of milliseconds. */
const REPORTS_TOGETHER = 200;
/** Length of their encoded records. */
const LENGTH_MAX = 16 * 1024 * 1024;
/** Records of a large report that are inserted together. */
const LINES_TOGETHER = 10_000;

/**
 * Writes the rows of reports again, from the bytes that arrived. First the new rows are inserted, under a new attempt, then
 * the old ones are removed: a crash in between leaves rows twice, which the next repair removes. The ledger, the list and
 * the sums of days stay as they are.
 * @returns why some reports cannot be repaired, by report id
 */
export async function rewriteReports(
  stores: Rewriting,
  organizationId: string,
  findings: readonly Finding[],
): Promise<ReadonlyMap<string, Unrepairable>> {
  const reasons = new Map<string, Unrepairable>();
  for (let start = 0; start < findings.length; start += REPORTS_TOGETHER) {
    const listed = await findListed(stores, organizationId, findings.slice(start, start + REPORTS_TOGETHER));
    for await (const group of rereadInGroups(stores, organizationId, { listed, reasons })) {
      await writeAgain(stores, organizationId, group);
    }
  }
  return reasons;
}

function findListed({ metadata }: Stores, organizationId: string, some: readonly Finding[]): Promise<ListedReport[]> {
  return metadata.reports.findListedReports(organizationId, {
    reportIds: some.map(({ reportId }) => reportId),
    days: [...new Set(some.map(({ day }) => day))],
    hashForm: ROWS_HASH_FORM,
  });
}

interface Reread {
  readonly listed: readonly ListedReport[];
  /** Receives those that cannot be read again. */
  readonly reasons: Map<string, Unrepairable>;
}

async function* rereadInGroups(
  { metadata }: Stores,
  organizationId: string,
  { listed, reasons }: Reread,
): AsyncGenerator<RereadReport[], void, undefined> {
  const ids = [...new Set(listed.map(({ submissionId }) => submissionId))];
  const sources = new Map((await metadata.reports.readReportSources(ids)).map((one) => [one.submissionId, one]));
  let group: RereadReport[] = [];
  let length = 0;
  for (const report of listed) {
    const { intake } = metadata;
    const reread = await rereadReport(report, sources.get(report.submissionId), { organizationId, intake });
    if (typeof reread === "string") {
      reasons.set(report.reportId, reread);
      continue;
    }
    group.push(reread);
    length += (reread.lines ?? []).reduce((sum, line) => sum + line.length, 0);
    if (length < LENGTH_MAX) continue;
    yield group;
    group = [];
    length = 0;
  }
  if (group.length > 0) yield group;
}

async function writeAgain(stores: Rewriting, organizationId: string, group: readonly RereadReport[]): Promise<void> {
  const { metadata, records, change } = stores;
  const attempt = await metadata.reports.createAttempt();
  const rows = group.map(({ row }) => ({ ...row, attempt: Number(attempt) }));
  const small = group.flatMap(({ row, lines }) => (lines === null ? [] : [{ row, lines }]));
  await records.insertRecords(small.map(({ row, lines }) => ({ report: row, attempt: Number(attempt), lines })));
  for (const large of group.filter(({ lines }) => lines === null)) await insertLarge(stores, large, Number(attempt));
  await records.insertReports(rows);
  await records.deleteReports(change, organizationId, { reports: rows, attemptMax: attempt - 1n });
  await removeUnlisted(stores, organizationId, group);
}

/** Reads the report once more, and inserts its records as they come. */
async function insertLarge(
  { metadata, records }: Stores,
  { report, source, row }: RereadReport,
  attempt: number,
): Promise<void> {
  let lines: string[] = [];
  const flush = async () => {
    const batch = { report: row, attempt, lines };
    lines = [];
    await records.insertRecords([batch]);
  };
  const parsed = await parseAgain(report, source, {
    intake: metadata.intake,
    async onLine(line) {
      lines.push(line);
      if (lines.length === LINES_TOGETHER) await flush();
    },
  });
  if (parsed === null) throw new Error(`The bytes of report ${report.reportId} changed while they were read`);
  if (lines.length > 0) await flush();
}

/** A report may have been deleted or displaced while it was written again: what removed its rows has not seen the new ones. */
async function removeUnlisted(
  stores: Rewriting,
  organizationId: string,
  group: readonly RereadReport[],
): Promise<void> {
  const { records, change } = stores;
  const findings = group.map(({ report }) => ({ ...report, organizationId, difference: "altered" as const }));
  const listed = new Set((await findListed(stores, organizationId, findings)).map(({ reportId }) => reportId));
  const gone = group.filter(({ report }) => !listed.has(report.reportId)).map(({ row }) => row);
  if (gone.length > 0) await records.deleteReports(change, organizationId, { reports: gone });
}
