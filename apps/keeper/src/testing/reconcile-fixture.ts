import { gzipSync } from "node:zlib";
import { readReport } from "@ruaflow/dmarc/parse";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import type { ReportRow } from "@ruaflow/record-store/rows";
import { executeStatement } from "@ruaflow/record-store/testing";
import { toReportDay, toReportId, toReportKey, toVouchedKey } from "@ruaflow/report/identity";
import { startStores } from "./start-stores.ts";
import { toXml, type XmlOptions } from "./to-xml.ts";

export interface StoreOptions {
  /** Default: the fixture's first domain. */
  readonly domainId?: string;
  readonly records?: number;
  /** Days after 2026-01-01. */
  readonly day?: number;
  /** Keep the bytes. Default: true. */
  readonly isKept?: boolean;
  /** Write its rows. Default: true. */
  readonly hasRows?: boolean;
  /** Make it visible (T2). Default: true. */
  readonly isStored?: boolean;
  /** The envelope sender of its records. Default: none. */
  readonly envelopeFrom?: string;
  /** Store it as releases before form 2 of the content did. Default: false. */
  readonly inForm1?: boolean;
  /** The domain that vouches for it. Default: none. */
  readonly reporterDomain?: string;
}

export interface StoredReport {
  readonly row: ReportRow;
  readonly reportKey: string;
  readonly lines: readonly string[];
}

export type ReconcileFixture = Awaited<ReturnType<typeof startReconcileFixture>>;

const FIRST_SECOND = 1_767_225_600;
const DAY_SECONDS = 86_400;
const RECEIVED_AT = new Date("2026-04-01T05:06:07.890Z");

/** Both stores, with an organization of one domain, and reports that are stored as the apps store them. */
export async function startReconcileFixture() {
  const stores = await startStores();
  const { metadata, records } = stores;
  let unique = 0;

  async function createOrganization() {
    const { id: organizationId } = await metadata.tenants.createOrganization({ name: "Test", plan: "free" });
    const { verified } = await metadata.domains.saveVerifiedDomains(organizationId, [`d${unique++}.example`]);
    return { organizationId, domainId: verified[0]?.domainId ?? "" };
  }

  /** Reads a report from XML, and writes what the options say of it. */
  async function store(owner: { organizationId: string; domainId: string }, options: StoreOptions = {}) {
    const { records: size = 3, day = 0, isKept = true, hasRows = true, isStored = true } = options;
    const { envelopeFrom, inForm1 = false } = options;
    const xml = createXml({ reportId: String(unique++), day, records: size, envelopeFrom });
    const read = await storeDocument(xml, owner, inForm1);
    const report = options.reporterDomain === undefined ? read : toVouched(read, options.reporterDomain);
    if (isKept) await archive(report.row, xml);
    const claimed = await claim(report);
    const stored = { ...report, row: { ...report.row, attempt: Number(claimed.attempt) } };
    if (hasRows) await insert(stored);
    if (isStored) await complete(stored, claimed.attempt);
    return stored;
  }

  function createXml({ day, ...report }: Omit<XmlOptions, "begin" | "end"> & { readonly day: number }): string {
    const begin = FIRST_SECOND + day * DAY_SECONDS;
    return toXml({ ...report, begin, end: begin + DAY_SECONDS - 1 });
  }

  async function archive({ submissionId, organizationId }: ReportRow, xml: string): Promise<void> {
    const facts = {
      id: submissionId,
      organizationId,
      name: "r.xml",
      channel: "upload",
      receivedAt: RECEIVED_AT,
    } as const;
    await metadata.intake.archiveSubmissions([{ ...facts, body: gzipSync(xml) }]);
  }

  /** Archives the same report with another number of records; returns the id of its submission. */
  async function archiveOther({ row }: StoredReport, records: number): Promise<string> {
    const submissionId = createSubmissionId();
    await archive({ ...row, submissionId }, createXml({ reportId: row.header.reportId, day: 0, records }));
    return submissionId;
  }

  function claim({ row, reportKey }: StoredReport) {
    const { totals, ...facts } = row;
    const expected = { expectedRecords: totals.records, expectedMessages: totals.messages };
    return metadata.reports.claimReports([{ ...facts, ...expected, reportKey, entry: 0 }]);
  }

  async function insert({ row, lines }: StoredReport) {
    await records.insertRecords([{ report: row, attempt: row.attempt, lines }]);
    await records.insertReports([row]);
  }

  async function complete({ row, reportKey }: StoredReport, attempt: bigint) {
    const { organizationId, domainId, reportId, submissionId, day, header, totals, trust, trustReason } = row;
    const { messages, passed } = totals;
    const { reporterDomain } = row;
    const place = { organizationId, domainId, reportId };
    const result = { outcome: "stored", reason: null, detail: null, path: null } as const;
    const arrival = { ...place, submissionId, entry: 0, ...result };
    const sums = { reports: 1, messages, passed, spfPassed: 0, dkimPassed: passed };
    const { begin, end } = header.dateRange;
    const period = { begin: new Date(begin * 1000), end: new Date(end * 1000) };
    const receivedAt = new Date(Math.floor(RECEIVED_AT.getTime() / 1000) * 1000);
    const listed = { reportId, reporter: header.reporter, ...period, receivedAt, trust, trustReason, reporterDomain };
    const counted = { organizationId, domainId, day, authentic: true, ...sums };
    const completion = { reportKey, arrival, counted, listed };
    await metadata.reports.completeReports(attempt, { completions: [completion], arrivals: [] });
  }

  return {
    metadata,
    records,
    databaseUrl: stores.url,
    createOrganization,
    store,
    archiveOther,
    claim,
    insert,
    /** Runs a statement on the tables `records` and `reports`, behind the back of everything. */
    tamper: (statement: string) => executeStatement(stores.path, statement),
    /** Rows, ordinals, messages and rows of its own. */
    async readRows({ row }: StoredReport) {
      const [found] = await records.readBack(row.organizationId, [row]);
      return [found?.rows, found?.ordinals, found?.messages, found?.reportRows];
    },
    stop: stores.stop,
  };
}

function toVouched({ row, lines, reportKey: baseKey }: StoredReport, reporterDomain: string): StoredReport {
  const reportKey = toVouchedKey(baseKey, reporterDomain);
  return { lines, reportKey, row: { ...row, reporterDomain, reportId: toReportId(reportKey) } };
}

async function storeDocument(
  xml: string,
  owner: { organizationId: string; domainId: string },
  inForm1: boolean,
): Promise<StoredReport> {
  const lines: string[] = [];
  const bytes = (async function* () {
    yield Buffer.from(xml);
  })();
  const parsed = await readReport(bytes, { onLine: (line) => void lines.push(line), inForm1 });
  if (parsed.kind !== "report") throw new Error(`the fixture's document is ${parsed.kind}`);
  const { header, totals, warnings, contentHash, newerHashes = [] } = parsed;
  const reportKey = toReportKey(owner.organizationId, header);
  const place = { ...owner, day: toReportDay(header.dateRange), reportId: toReportId(reportKey), attempt: 0 };
  const arrival = { receivedAt: RECEIVED_AT, channel: "upload", submissionId: createSubmissionId() };
  const trust = { trust: "upload", trustReason: null, reporterDomain: null } as const;
  const row = { ...place, ...arrival, ...trust, header, totals, warnings, contentHash };
  const hashes = inForm1 ? {} : { newerHashes };
  return { reportKey, lines, row: { ...row, ...hashes } };
}
