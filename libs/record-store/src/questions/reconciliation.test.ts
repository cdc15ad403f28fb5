import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRecordStore, type RecordStore } from "../record-store.ts";
import { announce } from "../testing/announce.ts";
import { executeStatement } from "../testing/execute-statement.ts";
import { type GeneratedReport, generateReports } from "../testing/generate-reports.ts";
import { createMigratedFolder } from "../testing/migrated-folder.ts";
import { sampleReport } from "../testing/sample-report.ts";
import { storeReports } from "../testing/store-reports.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { withContentHash } from "../testing/with-content-hash.ts";

const always = { firstDay: "1970-01-01", lastDay: "2149-06-06" };
let folder: TemporaryFolder;
let store: RecordStore;
let unique = 0;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  await createMigratedFolder(folder.path);
  store = await createRecordStore({ path: folder.path });
});

afterAll(async () => {
  await store.close();
  await folder.remove();
});

/** Real shapes: absent and empty values, several results, both kinds of addresses. */
function generate(organizationId: string): GeneratedReport[] {
  const size = { domains: 3, firstDay: "2026-01-01", days: 3, reportsPerDay: 10, recordsMean: 8 };
  return [...generateReports({ seed: 3, organizationId, ...size })].map(withContentHash);
}

const locate = ({ row }: GeneratedReport) => ({ ...row, records: row.totals.records });

/** A report of two records, stored under an organization of its own. */
async function storeOne(): Promise<GeneratedReport> {
  const records = [
    aRecord({
      count: 3,
      authResults: { spf: [{ domain: "a", scope: "mfrom", result: "pass" }] },
    }),
    aRecord({ ordinal: 1, sourceIp: "2001:db8::1", policyEvaluated: { dkim: "pass" } }),
  ];
  const sample = withContentHash(sampleReport({ organizationId: `org_${unique++}`, reportId: "rpt_one", records }));
  await storeReports(store, [sample]);
  return sample;
}

const readOne = async ({ row }: GeneratedReport) => {
  const [sums] = await store.readReportSums(row.organizationId, always);
  const content = (await store.recomputeContents(row.organizationId, [{ ...row, records: 2 }])).get(row.reportId);
  return { sums, content };
};

const alter = ({ row }: GeneratedReport, table: string, change: string) =>
  executeStatement(
    folder.path,
    `ALTER TABLE ruaflow.${table} UPDATE ${change} WHERE organization_id = '${row.organizationId}' SETTINGS mutations_sync = 2`,
  );

test("the content hash recomputed from the rows is that of the report, for every shape of record", async () => {
  const reports = generate("org_shapes");
  await storeReports(store, reports);
  const contents = await store.recomputeContents("org_shapes", reports.map(locate));
  expect(contents.size).toBe(reports.length);
  for (const { row } of reports) {
    const found = contents.get(row.reportId);
    expect([found?.hashes.contentHash, found?.isConsistent]).toEqual([row.contentHash, true]);
  }
});

test("a report of more than a page of records is hashed whole, and not mixed with its neighbours", async () => {
  const organizationId = "org_large";
  const sizes = [3, 25_001, 4];
  const reports = sizes.map((size, index) => {
    const records = Array.from({ length: size }, (_, ordinal) => aRecord({ ordinal, count: ordinal }));
    return withContentHash(sampleReport({ organizationId, reportId: `rpt_${index}`, records }));
  });
  await storeReports(store, reports);
  const contents = await store.recomputeContents(organizationId, reports.map(locate));
  expect(reports.map(({ row }) => contents.get(row.reportId)?.hashes.contentHash)).toEqual(
    reports.map(({ row }) => row.contentHash),
  );
});

test("addresses that ClickHouse writes in another way than reports do are hashed as the reports write them", async () => {
  const addresses = ["::c000:201", "::1:2", "192.0.2.1", "::1", "2001:db8:0:1:1:1:1:1", "::ffff:0:c000:201"];
  const records = addresses.map((sourceIp, ordinal) => aRecord({ ordinal, sourceIp }));
  const report = withContentHash(sampleReport({ organizationId: "org_ip", reportId: "rpt_ip", records }));
  await storeReports(store, [report]);
  const contents = await store.recomputeContents("org_ip", [locate(report)]);
  expect(contents.get("rpt_ip")?.hashes.contentHash).toBe(report.row.contentHash);
});

test.each([
  ["records", "count = 4"],
  ["records", "source_ip = toIPv6('2001:db8::bad')"],
  ["records", "disposition = 'reject'"],
  ["records", "dmarc_pass = NOT dmarc_pass"],
  ["records", "spf_result = 'fail'"],
  ["records", "envelope_from = ''"],
  ["records", "envelope_to = 'x'"],
  ["records", "dkim_domains = ['x']"],
  ["records", "reporter = 'x'"],
  ["records", "period_end = period_end + 1"],
  ["reports", "messages = messages + 1"],
  ["reports", "errors = ['x']"],
  ["reports", "email = 'x'"],
  ["reports", "policy_p = NULL"],
])("in %s the alteration %s changes the hash of the rows", async (table, change) => {
  const report = await storeOne();
  const before = await readOne(report);
  await alter(report, table, change);
  const after = await readOne(report);
  expect(after.sums?.hash).not.toBe(before.sums?.hash);
  const days = await store.readDaySums(report.row.organizationId, always);
  expect(days.map(({ hash }) => hash)).toEqual([after.sums?.hash]);
});

test.each(["source_ip = toIPv6('2001:db8::bad')", "count = 4", "disposition = 'reject'"])(
  "the alteration %s changes the recomputed content hash",
  async (change) => {
    const report = await storeOne();
    await alter(report, "records", change);
    expect((await readOne(report)).content).toMatchObject({ isConsistent: true });
    expect((await readOne(report)).content?.hashes.contentHash).not.toBe(report.row.contentHash);
  },
);

test.each(["dmarc_pass = NOT dmarc_pass", "spf_result = 'fail'", "dkim_result = 'pass'"])(
  "the alteration %s of a column that repeats others is inconsistent",
  async (change) => {
    const report = await storeOne();
    expect((await readOne(report)).content).toMatchObject({ isConsistent: true });
    await alter(report, "records", change);
    expect((await readOne(report)).content).toMatchObject({ isConsistent: false });
  },
);

test.each(["reporter = 'x'", "period_end = period_end + 1", "trust = 'none'", "policy_domain = 'x'"])(
  "rows of one report that disagree on %s are not uniform",
  async (change) => {
    const report = await storeOne();
    expect((await readOne(report)).sums?.isUniform).toBe(true);
    await alter(report, "records", change);
    expect((await readOne(report)).sums?.isUniform).toBe(false);
  },
);

test("sums count duplicates; the number of the attempt is not in the hash", async () => {
  const report = await storeOne();
  const { sums } = await readOne(report);
  expect(sums).toMatchObject({ rows: 2, ordinals: 2, messages: 4, reportRows: 1, reportId: "rpt_one" });
  await alter(report, "records", "attempt = 77");
  expect((await readOne(report)).sums).toEqual(sums);
  await storeReports(store, [report]);
  const doubled = (await readOne(report)).sums;
  expect(doubled).toMatchObject({ rows: 4, ordinals: 2, messages: 8, reportRows: 2 });
  expect(doubled?.hash).not.toBe(sums?.hash);
  expect(await store.readSumsOfReports(report.row.organizationId, [report.row])).toEqual([doubled]);
});

test("rows of other organizations, other days and deleted domains are left out", async () => {
  const report = await storeOne();
  const { organizationId, domainId, day } = report.row;
  expect(await store.readDaySums(organizationId, { firstDay: "2026-02-04", lastDay: "2026-03-01" })).toEqual([]);
  expect(await store.readDaySums(organizationId, { firstDay: day, lastDay: day })).toMatchObject([{ day, rows: 2 }]);
  expect(await store.readDaySums("org_other", always)).toEqual([]);
  const other = {
    ...report,
    row: { ...report.row, organizationId: `${organizationId}_gone`, domainId: `${domainId}_gone` },
  };
  await storeReports(store, [other]);
  await store.markDeleted(announce(other.row.organizationId), {
    organizationId: other.row.organizationId,
    domainId: other.row.domainId,
  });
  expect(await store.readDaySums(other.row.organizationId, always)).toEqual([]);
  expect(await store.readReportSums(other.row.organizationId, always)).toEqual([]);
  expect(await store.readSumsOfReports(other.row.organizationId, [other.row])).toEqual([]);
});
