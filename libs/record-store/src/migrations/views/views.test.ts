import { fieldForms } from "@ruaflow/report/fields";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedEngine } from "../../engine/embedded.ts";
import type { WritingEngine } from "../../engine/engine.ts";
import { createRecordStore, type RecordStore } from "../../record-store.ts";
import type { RowVisibility } from "../../rows/row-visibility.ts";
import { aDomain } from "../../testing/a-domain.ts";
import { announce } from "../../testing/announce.ts";
import { type GeneratedReport, generateReports } from "../../testing/generate-reports.ts";
import { createMigratedFolder } from "../../testing/migrated-folder.ts";
import { countReport, recountMessages, recountSources } from "../../testing/recount.ts";
import { toBatch } from "../../testing/store-reports.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";

const ATTEMPT = 7;
/** Those of rows of reports. */
const views = ["daily", "dkim_results", "records", "reports", "sources", "spf_results"];
const organizationId = "org_a";
const period = { startDate: "2026-01-01", endDate: "2026-01-05" };

let folder: TemporaryFolder;
let store: RecordStore;
let engine: WritingEngine;
let version = 0n;

const visible: Omit<RowVisibility, "version"> = {
  attempt: BigInt(ATTEMPT),
  hiddenAttempts: [],
  hiddenReports: [],
  countingOrganizations: [],
};

async function publish(change: Partial<RowVisibility> = {}): Promise<void> {
  version += 1n;
  await store.insertRowVisibility({ version, ...visible, ...change });
}

async function select<Row = Readonly<Record<string, unknown>>>(query: string): Promise<Row[]> {
  return engine.select<Row>(`${query} SETTINGS output_format_json_quote_64bit_integers = 0`, {});
}

async function insert(reports: readonly GeneratedReport[], attempt = ATTEMPT): Promise<void> {
  await store.insertRecords(reports.map((report) => toBatch(report, attempt)));
  await store.insertReports(reports.map(({ row }) => ({ ...row, attempt })));
}

/** What each view shows: rows, then messages. */
const countRows = async (): Promise<Record<string, number>> => {
  const counts = await Promise.all(
    views.map(async (view) => [
      view,
      (await select<{ n: number }>(`SELECT count() AS n FROM ruaflow_v1.${view}`))[0]?.n,
    ]),
  );
  return Object.fromEntries(counts);
};

const nothing = Object.fromEntries(views.map((view) => [view, 0]));

const forged = (report: GeneratedReport): GeneratedReport => ({
  ...report,
  row: { ...report.row, trust: "none", trustReason: "unaligned" },
});

const generated = [
  ...generateReports({
    seed: 1,
    organizationId,
    domains: 3,
    firstDay: "2026-01-01",
    days: 5,
    reportsPerDay: 6,
    recordsMean: 5,
  }),
].map((report, index) => (index % 5 === 0 ? forged(report) : report));
const counted = generated.filter(({ row }) => row.trust !== "none");

beforeAll(async () => {
  folder = await createTemporaryFolder();
  await createMigratedFolder(folder.path);
  store = await createRecordStore({ path: folder.path });
  engine = await createEmbeddedEngine(folder.path);
  await insert(generated);
});

afterAll(async () => {
  await engine.close();
  await store.close();
  await folder.remove();
});

test("nothing is shown before the first visibility, and rows of later attempts are not", async () => {
  expect(await store.readRowVisibility()).toMatchObject({ version: 0n, attempt: 0n });
  expect(await countRows()).toEqual(nothing);
  await publish({ attempt: BigInt(ATTEMPT - 1) });
  expect(await countRows()).toEqual(nothing);
});

test("rows of hidden attempts and reports are in no view, whatever older version is written late", async () => {
  await publish({ hiddenAttempts: [3n, BigInt(ATTEMPT)] });
  expect(await countRows()).toEqual(nothing);
  const [first, ...others] = generated.map(({ row }) => row.reportId);
  await publish({ hiddenReports: others });
  for (const view of ["records", "reports", "dkim_results"])
    expect(await select(`SELECT DISTINCT report_id FROM ruaflow_v1.${view}`)).toEqual([{ report_id: first }]);
  await store.insertRowVisibility({ version: 1n, ...visible });
  expect(await select("SELECT count() AS n FROM ruaflow_v1.reports")).toEqual([{ n: 1 }]);
  expect(await store.readRowVisibility()).toMatchObject({ version, hiddenReports: others });
});

/** What later steps add: facts of the domain, services, and fields of later forms. */
const domainFields = ["domain_name", "client_reference", "labels"];
const verdictFields = ["service", "service_category", "class", "cause", "sender", "sender_kind"];
const laterFields = new Set([
  ...domainFields,
  ...verdictFields,
  ...fieldForms.slice(1).flatMap(({ header, record }) => [...header, ...record].map(({ name }) => name)),
]);

test.for([
  ["records", "reporter", "org_name"],
  ["reports", "reporter", "org_name"],
  ["dkim_results", "reporter", "org_name"],
  ["spf_results", "reporter", "org_name"],
  ["sources", "owner", "organization"],
])("%s has %s as its last column; the same under its first name, %s, is marked", async ([view, name, old]) => {
  await publish();
  const query = `SELECT countIf(${name} = ${old}) AS same, count() AS total FROM ruaflow_v1.${view}`;
  const [row] = await select<{ same: number; total: number }>(query);
  expect(row?.total).toBeGreaterThan(0);
  expect(row?.same).toBe(row?.total);
  const columns = await select<{ name: string; comment: string }>(
    `SELECT name, comment FROM system.columns WHERE database = 'ruaflow_v1' AND table = '${view}' ORDER BY position`,
  );
  const released = columns.filter((column) => !laterFields.has(column.name));
  expect(released.at(-1)?.name).toBe(name);
  expect(columns.find((column) => column.name === old)?.comment).toMatch(`Deprecated: use ${name}.`);
});

test("each report, record and result has one row", async () => {
  await publish();
  const all = generated.flatMap(({ records }) => records);
  expect(await countRows()).toMatchObject({
    reports: generated.length,
    records: all.length,
    dkim_results: all.reduce((sum, { authResults }) => sum + authResults.dkim.length, 0),
    spf_results: all.reduce((sum, { authResults }) => sum + authResults.spf.length, 0),
  });
  expect(await select("SELECT sum(messages) AS n FROM ruaflow_v1.records")).toEqual([
    { n: recountMessages(all).messages },
  ]);
});

test("daily and sources have the sums of counted reports; an organization may count all", async () => {
  await publish();
  const sum = (reports: readonly GeneratedReport[]) => ({
    reports: reports.length,
    ...recountMessages(reports.flatMap(({ records }) => records)),
  });
  const dailyQuery = `SELECT sum(reports) AS reports, sum(messages) AS messages, sum(passed) AS passed,
    sum(spf_passed) AS spfPassed, sum(dkim_passed) AS dkimPassed FROM ruaflow_v1.daily`;
  expect(await select(dailyQuery)).toEqual([sum(counted)]);
  const days = new Map(counted.map((report) => [JSON.stringify([report.row.domainId, report.row.day]), 0]));
  expect((await countRows()).daily).toBe(days.size);
  expect(
    await select(`SELECT source_ip_text AS sourceIp, sum(messages) AS messages, sum(passed) AS passed
      FROM ruaflow_v1.sources GROUP BY sourceIp ORDER BY sourceIp`),
  ).toEqual(
    recountSources(counted, period)
      .map(({ sourceIp, messages, passed }) => ({ sourceIp, messages, passed }))
      .sort((a, b) => (a.sourceIp < b.sourceIp ? -1 : 1)),
  );
  expect(await select("SELECT sum(messages) AS n FROM ruaflow_v1.records WHERE counted")).toEqual([
    { n: sum(counted).messages },
  ]);
  await publish({ countingOrganizations: ["org_other", organizationId] });
  expect(await select(dailyQuery)).toEqual([sum(generated)]);
});

test("a day of one domain equals its recount", async () => {
  await publish();
  const [{ row } = expect.fail("no report")] = counted;
  const sums = counted.map(countReport).filter(({ domainId, day }) => domainId === row.domainId && day === row.day);
  expect(
    await select(`SELECT reports, messages FROM ruaflow_v1.daily
      WHERE organization_id = '${organizationId}' AND domain_id = '${row.domainId}' AND day = '${row.day}'`),
  ).toEqual([{ reports: sums.length, messages: sums.reduce((total, { messages }) => total + messages, 0) }]);
});

test("a row without remarks on its results keeps the results", async () => {
  await engine.command(
    `INSERT INTO records (organization_id, domain_id, day, report_id, attempt, dkim_domains, dkim_selectors, dkim_results, count)
     VALUES ('org_b', 'dom_b', '2026-01-01', 'rpt_b', ${ATTEMPT}, ['a.example', 'b.example'], ['s', ''], ['pass', 'fail'], 5)`,
    {},
  );
  await publish();
  expect(
    await select(`SELECT domain, selector, result, human_result, position, record_messages FROM ruaflow_v1.dkim_results
      WHERE report_id = 'rpt_b' ORDER BY position`),
  ).toEqual([
    { domain: "a.example", selector: "s", result: "pass", human_result: "", position: 1, record_messages: 5 },
    { domain: "b.example", selector: "", result: "fail", human_result: "", position: 2, record_messages: 5 },
  ]);
});

test("name, client and labels of the domain are the last columns of records, daily and sources, and change with the domain", async () => {
  await publish();
  const [{ row } = expect.fail("no report")] = counted;
  const { domainId } = row;
  const settings = { name: "shop.example", clientReference: "K-1042", labels: ["gold", "new"] };
  const copy = aDomain({ organizationId, id: domainId, ...settings });
  const read = async (view: string) =>
    select(
      `SELECT DISTINCT domain_name, client_reference, labels FROM ruaflow_v1.${view} WHERE domain_id = '${domainId}'`,
    );
  const unknown = { domain_name: "", client_reference: "", labels: [] };
  for (const view of ["records", "daily", "sources"]) {
    await store.copies.domains.remove([{ organizationId, id: domainId, version: "1" }]);
    const before = await select(`SELECT count() AS n, sum(messages) AS messages FROM ruaflow_v1.${view}`);
    expect(await read(view)).toEqual([unknown]);
    await store.copies.domains.save([{ ...copy, version: "2" }]);
    expect(await read(view)).toEqual([
      { domain_name: "shop.example", client_reference: "K-1042", labels: ["gold", "new"] },
    ]);
    await store.copies.domains.save([{ ...copy, clientReference: null, labels: [], version: "3" }]);
    expect(await read(view)).toEqual([{ ...unknown, domain_name: "shop.example" }]);
    expect(await select(`SELECT count() AS n, sum(messages) AS messages FROM ruaflow_v1.${view}`)).toEqual(before);
    const columns = await select<{ name: string }>(
      `SELECT name FROM system.columns WHERE database = 'ruaflow_v1' AND table = '${view}'
         ORDER BY position`,
    );
    const others = columns.map(({ name }) => name).filter((name) => !verdictFields.includes(name));
    expect(others.slice(-3)).toEqual(domainFields);
    await engine.command("TRUNCATE TABLE domains", {});
  }
});

test("sources have the verdict on each, and of one that was not judged yet the class unknown", async () => {
  await publish();
  const read = () =>
    select(`SELECT DISTINCT service, service_category, class, cause, sender, sender_kind FROM ruaflow_v1.sources
      WHERE organization_id = '${organizationId}' ORDER BY class`);
  const none = {
    service: "",
    service_category: "",
    class: "unknown",
    cause: "not_judged_yet",
    sender: "",
    sender_kind: "none",
  };
  expect(await read()).toEqual([none]);
  const sources = await select<{ domainId: string; sourceIp: string }>(
    `SELECT DISTINCT domain_id AS domainId, source_ip_text AS sourceIp FROM ruaflow_v1.sources
      WHERE organization_id = '${organizationId}'`,
  );
  const named = { service: { name: "S", category: "crm" }, sender: "S", senderKind: "service" };
  const verdict = { ...named, class: "spoofed", cause: "c", rule: "r", rulesVersion: "1", details: "{}" };
  const saved = sources.slice(1).map((key) => ({ ...key, ...verdict }));
  await store.saveVerdicts(announce("org_b"), "org_b", { judgedAt: new Date(), saved, removed: [] });
  expect(await read()).toEqual([none]);
  await store.saveVerdicts(announce(organizationId), organizationId, { judgedAt: new Date(), saved, removed: [] });
  expect(await read()).toEqual([
    { service: "S", service_category: "crm", class: "spoofed", cause: "c", sender: "S", sender_kind: "service" },
    ...(sources.length > 1 ? [none] : []),
  ]);
  const failed = "SELECT sum(failed) AS n FROM ruaflow_v1";
  expect(await select(`${failed}.failures`)).toEqual(await select(`${failed}.sources`));
});

test("the facts of domains cost a query of records nothing that it does not ask for: no column more, and no join", async () => {
  const explain = async (columns: string) =>
    (await select<{ explain: string }>(`EXPLAIN header = 1, actions = 1 SELECT ${columns} FROM ruaflow_v1.records`))
      .map(({ explain }) => explain)
      .join("\n");
  expect(await explain("sum(messages)")).not.toMatch(/Join|transform|split/);
  expect(await explain("client_reference, sum(messages)").catch(String)).not.toMatch(/Join/);
});

test("a deleted domain is in no view", async () => {
  await publish();
  const before = await countRows();
  await store.markDeleted(announce("org_b"), { organizationId: "org_b", domainId: "dom_b" });
  const after = await countRows();
  expect(after.records).toBe((before.records ?? 0) - 1);
  expect(after.dkim_results).toBe((before.dkim_results ?? 0) - 2);
});

test("every view and column says what it is, and no view shows an attempt or an array of results", async () => {
  const tables = await select<{ name: string; comment: string }>(
    "SELECT name, comment FROM system.tables WHERE database = 'ruaflow_v1' ORDER BY name",
  );
  expect(tables.map(({ name }) => name)).toEqual([...views, "attention", "domains", "failures"].sort());
  const columns = await select<{ table: string; name: string; comment: string }>(
    "SELECT table, name, comment FROM system.columns WHERE database = 'ruaflow_v1'",
  );
  expect(columns.length).toBeGreaterThan(100);
  expect([...tables, ...columns].filter(({ comment }) => comment === "")).toEqual([]);
  expect(columns.filter(({ name }) => /attempt|^dkim_(domains|selectors)|^spf_(domains|scopes)/.test(name))).toEqual(
    [],
  );
});

test("without a hidden report, its id is not read; a filter on days uses the primary key", async () => {
  const explain = async (query: string) =>
    (await select<{ explain: string }>(`EXPLAIN header = 1, indexes = 1 ${query}`))
      .map(({ explain }) => explain)
      .join("\n");
  await publish({ hiddenAttempts: [3n] });
  const query = `SELECT sum(messages) FROM ruaflow_v1.records WHERE organization_id = 'org_a' AND day = '2026-01-02'`;
  expect(await explain(query)).not.toContain("report_id");
  expect(await explain(query)).toMatch(/PrimaryKey[\s\S]*organization_id[\s\S]*day/);
  await publish({ hiddenReports: ["rpt_x"] });
  expect(await explain(query)).toContain("report_id");
});
