import { access } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { createRecordStore, type RecordStore, sqlView } from "@ruaflow/record-store";
import {
  createTemporaryFolder,
  sampleRecord,
  sampleReport,
  storeReports,
  type TemporaryFolder,
} from "@ruaflow/record-store/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ClickHouseHttpServer } from "../server.ts";
import { openSqlPort } from "./sql-port.ts";

const key = "a key of sixteen or more";

let folder: TemporaryFolder;
let store: RecordStore;
let server: ClickHouseHttpServer;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  store = await createRecordStore({ path: folder.path });
  await store.migrate();
  await storeReports(store, [
    sampleReport({ organizationId: "org_1", reportId: "rpt_1", records: [sampleRecord(0), sampleRecord(1)] }),
  ]);
  server = await openSqlPort({ path: folder.path, port: 0, key, ...sqlView });
});
afterAll(async () => {
  await server.close();
  await store.close();
  await folder.remove();
});

async function ask(query: string, parameters: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  const url = new URL(server.url);
  // The tables; without it, the views.
  url.searchParams.set("database", "ruaflow");
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const response = await fetch(url, { method: "POST", body: query, headers: { "X-ClickHouse-Key": key } });
  return { status: response.status, text: await response.text() };
}

describe("a deleted domain", () => {
  const questions = [
    "SELECT count() FROM records WHERE organization_id = 'org_gone'",
    "SELECT (SELECT count() FROM ruaflow.records AS r WHERE r.organization_id = 'org_gone')",
    "WITH mine AS (SELECT * FROM reports) SELECT count() FROM mine WHERE organization_id = 'org_gone'",
  ];

  it.each(questions)("shows no rows, although they still exist: %s", async (query) => {
    const report = sampleReport({ organizationId: "org_gone", reportId: "rpt_gone", records: [sampleRecord(0)] });
    const domain = { organizationId: "org_gone", domainId: `dom_${query.length}` };
    await storeReports(store, [{ ...report, row: { ...report.row, domainId: domain.domainId } }]);
    expect((await ask(query)).text).toBe("1\n");
    await store.markDeleted(domain);
    expect((await ask(query)).text).toBe("0\n");
  });

  it("cannot be made visible by a setting of the query", async () => {
    const { status } = await ask("SELECT count() FROM records SETTINGS additional_table_filters = {}");
    expect(status).not.toBe(200);
  });
});

describe("the views", () => {
  const views = { database: "ruaflow_v1" };

  it("are what queries without a database read", async () => {
    const response = await fetch(server.url, {
      method: "POST",
      body: "SELECT currentDatabase(), count() FROM records",
      headers: { "X-ClickHouse-Key": key },
    });
    expect(await response.text()).toBe("ruaflow_v1\t0\n");
  });

  it("show the rows that are published as visible", async () => {
    const lists = { hiddenAttempts: [], hiddenReports: [], countingOrganizations: [] };
    await store.insertRowVisibility({ version: 1n, attempt: 1n, ...lists });
    const query = "SELECT count(), sum(messages) FROM records WHERE report_id = 'rpt_1' AND counted";
    expect((await ask(query, views)).text).toBe("2\t2\n");
    expect((await ask("SELECT sum(messages) FROM ruaflow_v1.daily JOIN ruaflow_v1.reports USING (day)")).status).toBe(
      200,
    );
    expect((await ask("SHOW CREATE TABLE records", views)).status).toBe(200);
  });

  it("cannot be replaced", async () => {
    expect((await ask("CREATE OR REPLACE VIEW records AS SELECT 1", views)).text).toContain(
      "does not allow any statement",
    );
    expect((await ask("SELECT * FROM ruaflow_v2.records", views)).text).toContain("the table ruaflow_v2.records");
  });
});

describe("allowed queries", () => {
  const questions: readonly (readonly [string, string])[] = [
    ["SELECT count(), sum(count) FROM records", "2\t2"],
    ["SELECT count() FROM ruaflow.records AS r JOIN `reports` USING (report_id)", "2"],
    ["WITH mine AS (SELECT * FROM records) SELECT uniqExact(source_ip) FROM mine", "1"],
    ["SELECT CASE disposition WHEN 'none' THEN 1 ELSE 2 END FROM records LIMIT 1", "1"],
    ["SELECT multiIf(count > 1, 'many', 'one'), formatReadableSize(1024) FROM records LIMIT 1", "one\t1.00 KiB"],
    ["SELECT quantilesTDigestIf(0.5, 0.9)(count, dmarc_pass = 0) FROM records", "[1,1]"],
    ["SELECT arrayMap(x -> x + 1, [1, 2]), replaceAll('a;b', ';', ' -- '), 'file(1)'", "[2,3]\ta -- b\tfile(1)"],
    ["SELECT format('{}-{}', 'a', 'b') -- a comment", "a-b"],
    ["SELECT count() > 50 FROM system.columns WHERE database = 'ruaflow'", "1"],
    ["SELECT row_number() OVER (PARTITION BY day ORDER BY ordinal) AS n FROM records ORDER BY n", "1\n2"],
    ["SELECT 1 FORMAT JSONEachRow", '{"1":1}'],
    // clickhouse-connect asks for it at the start.
    ["SELECT value FROM system.settings WHERE name = 'readonly'", "1"],
    ["SELECT count() FROM records WHERE report_id IN (SELECT report_id FROM reports);", "2"],
    ["EXISTS TABLE records", "1"],
    ["SHOW TABLES", "deleted_domains\nrecords\nreports\nschema_migrations\nsource_facts\nvisibility"],
  ];
  it.each(questions)("answers %s", async (query, expected) => {
    expect(await ask(query)).toEqual({ status: 200, text: `${expected}\n` });
  });

  it.each([
    "EXPLAIN SELECT * FROM records",
    "DESCRIBE records",
    "SHOW CREATE TABLE records",
    "EXPLAIN indexes = 1 SELECT 1",
  ])("answers %s", async (query) => expect((await ask(query)).status).toBe(200));

  it("binds parameters, even as names of columns and tables", async () => {
    const parameters = { param_day: "2026-02-03", param_table: "records", param_column: "count" };
    const query = "SELECT sum({column:Identifier}) FROM {table:Identifier} WHERE day = {day:Date}";
    expect(await ask(query, parameters)).toEqual({ status: 200, text: "2\n" });
  });

  it("passes over settings of inserts, which the JDBC driver sends with each query", async () => {
    expect(await ask("SELECT 1", { async_insert: "1", wait_for_async_insert: "1" })).toEqual({
      status: 200,
      text: "1\n",
    });
  });

  it("serves the client that data teams use", async () => {
    const client = createClient({
      url: server.url,
      password: key,
      database: "ruaflow",
      compression: { response: true },
    });
    const clickhouse_settings = { output_format_json_quote_64bit_integers: 0, max_execution_time: 10 } as const;
    const query_params = { ids: ["rpt_1", "it's"] };
    const query = "SELECT sum(count) AS messages FROM records WHERE report_id IN {ids:Array(String)}";
    const result = await client.query({ query, query_params, clickhouse_settings, format: "JSONEachRow" });
    expect(await result.json()).toEqual([{ messages: 2 }]);
    await client.close();
  });
});

const statements = "does not allow any statement but";
const readonly = "READONLY";
const bypasses: readonly (readonly [query: string, reason: string, parameters?: Record<string, string>])[] = [
  // Writing, and all other statements that are not queries.
  ["INSERT INTO records SELECT * FROM records", statements],
  ["insert/**/into ruaflow.records select * from ruaflow.records", statements],
  ["DROP TABLE records", statements],
  ["TRUNCATE TABLE reports", statements],
  ["ALTER TABLE records DELETE WHERE 1", statements],
  ["CREATE VIEW ruaflow.leak AS SELECT * FROM system.users", statements],
  ["CREATE FUNCTION leak AS (x) -> file(x)", statements],
  ["CREATE TEMPORARY TABLE leak (a UInt8)", statements],
  ["SET readonly = 0", statements],
  ["SYSTEM FLUSH LOGS", statements],
  ["SYSTEM SHUTDOWN", statements],
  ["KILL QUERY WHERE 1", statements],
  ["USE default", statements],
  ["BACKUP TABLE records TO File('/tmp/leak')", statements],
  ["CHECK TABLE records", statements],
  ["SHOW GRANTS", statements],
  ["SELECT 1 PARALLEL WITH SELECT 2", statements],
  // More than one statement.
  ["SELECT 1; SELECT 2", "Multi-statements are not allowed"],
  ["SELECT 1;\n-- harmless\nDROP TABLE records", "Multi-statements are not allowed"],
  ["SELECT '\\';' ; SELECT 2 --'", "Multi-statements are not allowed"],
  ["SELECT $a$;$a$; SELECT 1", "Multi-statements are not allowed"],
  // Files that the engine writes.
  ["SELECT 1 INTO OUTFILE '{folder}/leak'", "INTO OUTFILE"],
  ["SELECT 1 into/**/OutFile '{folder}/leak' TRUNCATE FORMAT CSV", "INTO OUTFILE"],
  ["EXPLAIN AST SELECT 1 INTO OUTFILE '{folder}/leak'", "INTO OUTFILE"],
  // Functions that read files, servers, dictionaries, or stop the thread.
  ["SELECT file('/etc/passwd')", "the function file"],
  ["SELECT FILE /* x */ ('/etc/passwd')", "the function"],
  ["SELECT `file`('/etc/passwd')", "the function file"],
  ["SELECT \"file\"('/etc/passwd')", "the function file"],
  ["SELECT `f\\x69le`('/etc/passwd')", "the function file"],
  ["SELECT -- x\nfile--('x')\n('/etc/passwd')", "the function"],
  ["SELECT format('{}', file('/etc/passwd'))", "the function file"],
  ["SELECT arrayMap(x -> file(x), ['/etc/passwd'])", "the function file"],
  ["WITH (x -> file(x)) AS f SELECT f('/etc/passwd')", "the function file"],
  ["WITH (SELECT file('/etc/passwd')) AS x SELECT x", "the function file"],
  ["SELECT '/etc/passwd' AS x, x.* APPLY(file)", "APPLY"],
  ["SELECT * APPLY file FROM (SELECT '/etc/passwd')", "APPLY"],
  ["SELECT COLUMNS('report_id') APPLY(file) FROM records", "APPLY"],
  ["SELECT * REPLACE(file('/etc/passwd') AS report_id) FROM records", "the function file"],
  ["SELECT 1 FROM records ORDER BY file('/etc/passwd')", "the function file"],
  ["SELECT 1 FROM records PREWHERE file('/etc/passwd') != ''", "the function file"],
  ["SELECT 1 LIMIT length(file('/etc/passwd'))", "the function file"],
  ["SELECT sum(1) OVER (ORDER BY file('/etc/passwd'))", "the function file"],
  ["SELECT 1 UNION ALL SELECT length(file('/etc/passwd'))", "the function file"],
  ["EXPLAIN SYNTAX SELECT file('/etc/passwd')", "the function file"],
  ["DESCRIBE (SELECT file('/etc/passwd'))", "the function file"],
  ["SELECT dictGet('leak', 'x', 1)", "the function dictGet"],
  ["SELECT dictGetString('leak', 'x', 1)", "the function dictGetString"],
  ["SELECT joinGet('system.users', 'name', 1)", "the function joinGet"],
  ["SELECT hasColumnInTable('127.0.0.1:9000', 'system', 'users', 'name')", "the function hasColumnInTable"],
  ["SELECT catboostEvaluate('/etc/passwd', 1)", "the function catboostEvaluate"],
  ["SELECT aiGenerate('leak', 'x')", "the function aiGenerate"],
  ["SELECT AIGenerate('leak', 'x')", "the function AIGenerate"],
  ["SELECT fullHostName()", "the function fullHostName"],
  ["SELECT getServerSetting('max_connections')", "the function getServerSetting"],
  ["SELECT sleep(3)", "the function sleep"],
  ["SELECT demangle('x'), addressToLine(1)", "the function demangle"],
  // Table functions.
  ["SELECT * FROM file('/etc/passwd', LineAsString)", "the table function file"],
  ["SELECT * FROM/**/file/**/(`/etc/passwd`, 'LineAsString')", "the table function file"],
  ["SELECT * FROM `\\x66ile`('/etc/passwd', LineAsString)", "the table function file"],
  ["FROM url('http://127.0.0.1/', LineAsString) SELECT *", "the table function url"],
  ["SELECT * FROM UrL('http://127.0.0.1/')", "the table function"],
  ["SELECT * FROM s3('http://127.0.0.1/a', 'CSV')", "the table function s3"],
  ["SELECT * FROM remote('127.0.0.1', system.users)", "the table function remote"],
  ["SELECT * FROM executable('id', TSV, 'a String')", "the table function executable"],
  ["SELECT * FROM mysql('127.0.0.1:3306', 'a', 'b', 'c', 'd')", "the table function mysql"],
  ["SELECT * FROM postgresql('127.0.0.1:5432', 'a', 'b', 'c', 'd')", "the table function postgresql"],
  ["SELECT * FROM sqlite('/tmp/a', 'b')", "the table function sqlite"],
  ["SELECT * FROM merge('system', '.*')", "the table function merge"],
  ["SELECT * FROM view(SELECT 1)", "the table function view"],
  ["SELECT * FROM format(LineAsString, 'x')", "the table function format"],
  ["SELECT * FROM numbers(3)", "the table function numbers"],
  ["SELECT * FROM icebergLocal('/etc')", "the table function icebergLocal"],
  [
    "SELECT * FROM records, (SELECT * FROM generateRandom('a UInt8') LIMIT 1) AS x",
    "the table function generateRandom",
  ],
  ["SELECT 1 IN (SELECT * FROM url('http://127.0.0.1/'))", "the table function url"],
  ["SELECT 1 IN url('http://127.0.0.1/')", "the table function url"],
  ["WITH x AS (SELECT * FROM file('/etc/passwd')) SELECT * FROM x", "the table function file"],
  ["EXPLAIN SELECT * FROM url('http://127.0.0.1/')", "the table function url"],
  ["EXPLAIN TABLE OVERRIDE mysql('a', 'b', 'c', 'd', 'e') PARTITION BY x", "the table function mysql"],
  ["DESCRIBE TABLE url('http://127.0.0.1/')", "the table function url"],
  // Tables of the engine, and files in place of tables.
  ["SELECT * FROM system.users", "the table system.users"],
  ['SELECT * FROM `system`."users"', "the table system.users"],
  ["SELECT * FROM system /**/ . /**/ processes", "the table system.processes"],
  ["SELECT * FROM `syst\\x65m`.processes", "the table system.processes"],
  ["SELECT (SELECT count() FROM system.query_log)", "the table system.query_log"],
  ["SELECT EXISTS(SELECT * FROM system.users)", "the table system.users"],
  ["SELECT 1 IN system.numbers", "the name system.numbers"],
  ["SELECT * FROM system.`users\nx`", "the table system.users"],
  ["SELECT * FROM default.`/etc/passwd`", "the table default./etc/passwd"],
  ["SELECT * FROM `default`.`/etc/passwd` AS records", "the table default./etc/passwd"],
  ["SELECT 'root' IN default.`/etc/passwd`", "the name default./etc/passwd"],
  ["SELECT * FROM `/etc/passwd`", "UNKNOWN_TABLE"],
  ["SELECT * FROM ruaflow.`/etc/passwd`", "UNKNOWN_TABLE"],
  ["SELECT * FROM INFORMATION_SCHEMA.TABLES", "the table INFORMATION_SCHEMA.TABLES"],
  ["SHOW TABLES FROM system", "the name system"],
  ["SHOW CREATE TABLE system.users", "the name system"],
  ["SELECT * FROM {t:Identifier}", "the table system.users", { param_t: "system.users" }],
  ["SELECT * FROM {d:Identifier}.users", "the table system.users", { param_d: "system" }],
  ["SELECT * FROM {d:Identifier}.{t:Identifier}", "the table", { param_d: "default", param_t: "/etc/passwd" }],
  ["SELECT * FROM users", "the database system", { database: "system" }],
  ["SELECT * FROM `/etc/passwd`", "the database default", { database: "default" }],
  // Limits and settings.
  ["SELECT 1 SETTINGS max_result_rows = 5", readonly],
  ["SELECT 1 SETTINGS max_result_rows = 0", "SETTINGS"],
  ["SELECT 1 SETTINGS readonly = 0", readonly],
  ["SELECT 1 FORMAT Template SETTINGS format_template_row = '/etc/passwd'", readonly],
  ["SELECT 1 FORMAT Protobuf SETTINGS output_format_schema = '/tmp/leak'", readonly],
  ["SELECT * FROM (SELECT 1 SETTINGS max_memory_usage = 0)", "SETTINGS"],
  ["SELECT (SELECT 1 SETTINGS max_execution_time = 0)", "SETTINGS"],
  ["WITH x AS (SELECT 1 SETTINGS readonly = 0) SELECT * FROM x", "SETTINGS"],
  ["EXPLAIN SELECT 1 IN (SELECT 1 SETTINGS max_threads = 64)", "SETTINGS"],
  ["SELECT 1", readonly, { output_format_schema: "/tmp/leak" }],
  ["SELECT 1", readonly, { allow_introspection_functions: "1" }],
  ["SELECT 1", "not a valid setting name", { "max_threads = 1, readonly": "0" }],
  ["SELECT 1", "not a valid setting name", { "param_x = 1, max_threads": "0" }],
  ["SELECT 1", "not a valid format name", { default_format: "CSV' INTO" }],
];

describe("refused queries", () => {
  for (const [query, reason, parameters] of bypasses) {
    it(`${query} ${parameters ? JSON.stringify(parameters) : ""}`, async () => {
      const { status, text } = await ask(query.replace("{folder}", folder.path), parameters);
      expect(text).toContain(reason);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain("root:");
      await expect(access(join(folder.path, "leak"))).rejects.toThrow("ENOENT");
    });
  }

  it("are refused also in the URL, and split between URL and body", async () => {
    const query = "SELECT file('/etc/passwd')";
    const response = await fetch(
      `${server.url}/?password=${encodeURIComponent(key)}&query=${encodeURIComponent(query)}`,
    );
    expect(await response.text()).toContain("the function file");
    expect((await ask("('/etc/passwd')", { query: "SELECT file" })).text).toContain("the function file");
  });

  it("have changed no data", async () => {
    expect((await ask("SELECT count() FROM records")).text).toBe("2\n");
    expect((await ask("SHOW TABLES")).text).toBe(
      "deleted_domains\nrecords\nreports\nschema_migrations\nsource_facts\nvisibility\n",
    );
  });

  it.each([
    ["rows", "SELECT arrayJoin(range(600000)) FROM records", "TOO_MANY_ROWS_OR_BYTES"],
    ["bytes", "SELECT repeat('a', 500000), arrayJoin(range(300))", "TOO_MANY_ROWS_OR_BYTES"],
    [
      "memory",
      "SELECT groupArray(repeat('a', 1000000) || toString(x)) FROM (SELECT arrayJoin(range(3000)) AS x)",
      "MEMORY_LIMIT_EXCEEDED",
    ],
  ])("fail with an error when they take too many %s", async (_, query, reason) => {
    expect((await ask(query)).text).toContain(reason);
  });

  it("fail after the time limit, which a client may only shorten", async () => {
    const query =
      "SELECT count() FROM records AS a, (SELECT arrayJoin(range(1000000))) AS b, (SELECT arrayJoin(range(1000000))) AS c";
    expect((await ask(query, { max_execution_time: "1" })).text).toMatch(/TIMEOUT_EXCEEDED/);
    const settings = "SELECT getSetting('max_execution_time')";
    expect((await ask(settings)).text).toContain("the function getSetting");
  });

  it("are refused without the key", async () => {
    const query = encodeURIComponent("SELECT 1");
    expect((await fetch(`${server.url}/?query=${query}`)).status).toBe(401);
    expect((await fetch(`${server.url}/?query=${query}&password=wrong`)).status).toBe(403);
  });

  it("cannot be sent from other machines, and a short key is refused", async () => {
    await expect(openSqlPort({ path: folder.path, port: 0, key, ...sqlView, host: "0.0.0.0" })).rejects.toThrow(
      "127.0.0.1",
    );
    await expect(openSqlPort({ path: folder.path, port: 0, key: "short", ...sqlView })).rejects.toThrow(
      "16 characters",
    );
  });
});

it("a slow query does not block the store of the same process", async () => {
  const slow = ask("SELECT count() FROM records AS a, (SELECT arrayJoin(range(20000000))) AS b", {
    max_execution_time: "3",
  });
  await store.ping();
  expect(
    await store.readReport("org_1", { domainId: "dom_sample", day: "2026-02-03", reportId: "rpt_1", records: 1 }),
  ).toBeDefined();
  await slow;
});
