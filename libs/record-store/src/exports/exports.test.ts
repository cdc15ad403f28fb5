import { mkdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type ClickHouseHttpServer, startClickHouseHttp } from "@ruaflow/engines/clickhouse-http";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRecordStore, type RecordStore } from "../record-store.ts";
import { aDomain } from "../testing/a-domain.ts";
import { executeStatement, selectRows } from "../testing/execute-statement.ts";
import { type GeneratedReport, generateReports } from "../testing/generate-reports.ts";
import { createMigratedFolder } from "../testing/migrated-folder.ts";
import { sampleReport } from "../testing/sample-report.ts";
import { storeReports, toBatch } from "../testing/store-reports.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { countFileRows } from "./count-file-rows.ts";
import { downloadFile } from "./download-file.ts";
import { type ExportFormat, type ExportRange, exportFormats } from "./export-query.ts";

const whole = { since: "2026-01-01", until: "2026-12-31" };
const formats = Object.keys(exportFormats) as ExportFormat[];
let folder: TemporaryFolder;
let data: string;
let store: RecordStore;
let server: ClickHouseHttpServer;

const show = () =>
  store.insertRowVisibility({
    version: BigInt(Date.now()),
    attempt: 1_000_000n,
    hiddenAttempts: [],
    hiddenReports: [],
    countingOrganizations: [],
  });

beforeAll(async () => {
  folder = await createTemporaryFolder();
  data = join(folder.path, "data");
  mkdirSync(join(folder.path, "out"));
  await createMigratedFolder(data);
  store = await createRecordStore({ path: data });
  const options = { domains: 3, firstDay: "2026-01-20", days: 30, reportsPerDay: 3, recordsMean: 7 };
  for (const [seed, organizationId] of ["org_a", "org_b"].entries())
    await storeReports(store, [...generateReports({ seed, organizationId, ...options })].map(forgeSome));
  await show();
  const limits = { statementsMax: 2, requestsMax: 16, bodyBytesMax: 2 ** 20, answerBytesMax: 2 ** 28 };
  const credentials = { user: "default", password: "" };
  server = await startClickHouseHttp(
    { path: data, credentials, database: "ruaflow", ...limits },
    { host: "127.0.0.1", port: 0 },
  );
}, 60_000);

afterAll(async () => {
  await server.close();
  await store.close();
  await folder.remove();
});

/** Every fifth report has a sender who is not proven. */
function forgeSome(report: GeneratedReport, index: number): GeneratedReport {
  if (index % 5 !== 0) return report;
  return { ...report, row: { ...report.row, trust: "none", trustReason: "unaligned" } };
}

let files = 0;
const toOutput = () => join(folder.path, "out", `file-${files++}'s.part`);

test.each(formats)(
  "%s has every row of the view and range, written by the engine or streamed from a server",
  async (format) => {
    const view = await store.exports.findView("records");
    const range = { organizationId: "org_a", since: "2026-01-25", until: "2026-02-10" };
    const [written, streamed] = [toOutput(), toOutput()];
    await store.exports.writeFile({ view, format, range, path: written });
    await downloadFile(`${server.url}/ruaflow`, { view, format, range, path: streamed });
    const sums =
      "count() AS rows, sum(messages) AS messages, uniqExact(report_id, ordinal, org_name, trust) AS records";
    const where = "organization_id = 'org_a' AND day BETWEEN '2026-01-25' AND '2026-02-10'";
    const [expected] = await selectRows(data, `SELECT ${sums} FROM ruaflow_v1.records WHERE ${where}`);
    for (const file of [written, streamed]) {
      const path = file.replaceAll("'", "\\'");
      const [found] = await selectRows(data, `SELECT ${sums} FROM file('${path}', '${exportFormats[format]}')`);
      expect(found).toEqual(expected);
    }
    expect(expected).not.toMatchObject({ rows: 0 });
  },
  30_000,
);

test.each(formats)("%s has the client and labels of each row's domain", async (format) => {
  const domainId = (await selectRows<{ id: string }>(data, "SELECT any(domain_id) AS id FROM ruaflow_v1.daily"))[0]?.id;
  const facts = { id: domainId ?? "", organizationId: "org_a", dmarcPolicy: null };
  const settings = { name: "shop.example", clientReference: "K-1", labels: ["a", "b"] };
  await store.copies.domains.save([aDomain({ ...facts, ...settings })]);
  const named = "domain_id, domain_name, client_reference, toString(labels) AS labels, sum(messages) AS messages";
  const summed = "GROUP BY ALL ORDER BY domain_id";
  for (const name of ["records", "daily", "sources"]) {
    const path = toOutput();
    await store.exports.writeFile({ view: await store.exports.findView(name), format, range: whole, path });
    const file = `file('${path.replaceAll("'", "\\'")}', '${exportFormats[format]}')`;
    const expected = await selectRows(data, `SELECT ${named} FROM ruaflow_v1.${name} ${summed}`);
    expect(await selectRows(data, `SELECT ${named} FROM ${file} ${summed}`)).toEqual(expected);
    expect(expected).toContainEqual(expect.objectContaining({ client_reference: "K-1", domain_name: "shop.example" }));
  }
});

test.each(formats)(
  "a file as %s that is not whole is noticed, whatever texts contain: by its rows, or by the end that Parquet has",
  async (format) => {
    const path = toOutput();
    const text = "concat('a \"quoted\" text\\n, and ', char(number % 128), '\\r\\n', '\\\\', toString(number))";
    const rows = 70_001;
    const write = (limit: number) =>
      executeStatement(
        data,
        `INSERT INTO FUNCTION file('${path.replaceAll("'", "\\'")}', '${exportFormats[format]}')
       SELECT ${text} AS text, [number, 1] AS list, number % 2 = 0 AS flag, number / 3 AS part FROM numbers(${limit})`,
      );
    await write(rows);
    const whole = (count: number) => (format === "parquet" ? null : count);
    expect(await countFileRows(path, format)).toBe(whole(rows));
    const { size } = statSync(path);
    for (const bytes of [size - 1, Math.floor(size / 2), 7, 0]) {
      truncateSync(path, bytes);
      expect(await countFileRows(path, format).catch((error) => error.name)).not.toBe(whole(rows));
    }
    rmSync(path);
    await write(0);
    expect(await countFileRows(path, format)).toBe(whole(0));
  },
);

test("only reports that count are read where the view tells them apart", async () => {
  const [records, daily] = await Promise.all([store.exports.findView("records"), store.exports.findView("daily")]);
  expect([records.isCountable, daily.isCountable]).toEqual([true, false]);
  const count = async (range: ExportRange) => store.exports.countRows(records, range);
  const [{ all, counted } = { all: 0, counted: 0 }] = await selectRows<{ all: number; counted: number }>(
    data,
    "SELECT count() AS all, countIf(counted) AS counted FROM ruaflow_v1.records",
  );
  expect(counted).toBeLessThan(all);
  expect([await count(whole), await count({ ...whole, isCountedOnly: true })]).toEqual([all, counted]);
  const months = await store.exports.listMonths({ ...whole, isCountedOnly: true });
  const left = await store.exports.countLeftOut({ ...whole, isCountedOnly: true });
  const reports = (await store.exports.listMonths(whole)).reduce((sum, month) => sum + month.reports, 0);
  expect(months.reduce((sum, month) => sum + month.reports, 0) + left).toBe(reports);
  const range = { ...whole, isCountedOnly: true };
  const path = toOutput();
  await store.exports.writeFile({ view: records, format: "jsonl", range, path });
  expect(await countFileRows(path, "jsonl")).toBe(counted);
  await store.exports.writeFile({ view: daily, format: "csv", range, path: toOutput() });
});

test("a month's fingerprint changes exactly when its visible reports do", async () => {
  const before = await store.exports.listMonths(whole);
  expect(before.map(({ month }) => month)).toEqual(["2026-01", "2026-02"]);
  expect(before.reduce((sum, { reports }) => sum + reports, 0)).toBe(180);
  expect(await store.exports.listMonths(whole)).toEqual(before);
  const report = sampleReport({
    organizationId: "org_a",
    reportId: "rpt_new",
    day: "2026-02-03",
    records: [aRecord()],
  });
  await store.insertRecords([toBatch(report, 2_000_000)]);
  await store.insertReports([{ ...report.row, attempt: 2_000_000 }]);
  expect(await store.exports.listMonths(whole)).toEqual(before);
  await store.insertRowVisibility({
    version: BigInt(Date.now()) + 10n,
    attempt: 2_000_000n,
    hiddenAttempts: [],
    hiddenReports: [],
    countingOrganizations: [],
  });
  const [january, february] = await store.exports.listMonths(whole);
  expect(january).toEqual(before[0]);
  expect(february?.fingerprint).not.toBe(before[1]?.fingerprint);
  const [only] = await store.exports.listMonths({ ...whole, organizationId: "org_b" });
  expect(only?.reports).toBe(36);
});

test("an unknown view is named with those that exist", async () => {
  await expect(store.exports.findView("secrets")).rejects.toThrow(/secrets is not a view.*daily.*records.*sources/);
});

test("a server that fails before, or after its first rows, leaves no file that counts as complete", async () => {
  const view = { table: "ruaflow_v1.unknown", isCountable: false };
  const request = { view, format: "csv", range: whole, path: toOutput() } as const;
  await expect(downloadFile(`${server.url}/ruaflow`, request)).rejects.toThrow(/unknown/);
  const failing = createServer((_, response) =>
    response.end('"a","b"\n1,2\nCode: 241. DB::Exception: Memory limit exceeded'),
  );
  await new Promise<void>((resolve) => failing.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(failing.address() as AddressInfo).port}/ruaflow`;
  for (const format of formats) {
    const answer = downloadFile(url, { ...request, format, path: toOutput() });
    await expect(answer, format).rejects.toThrow(/failed during the export.*Memory limit/s);
  }
  failing.close();
});
