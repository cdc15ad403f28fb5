import { createClient } from "@clickhouse/client";
import { sqlView } from "@ruaflow/record-store";
import { announce, sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FilledSqlPort, openFilledSqlPort } from "../../testing/filled-sql-port.ts";
import { runStatement } from "../chdb-session.ts";
import { openSqlPort } from "./sql-port.ts";

let port: FilledSqlPort;
beforeAll(async () => {
  port = await openFilledSqlPort();
});
afterAll(() => port.close());

async function askAsService(path: string, query: string): Promise<string> {
  const { bytes } = await runStatement(path, { query, database: "system", settings: [], params: [], format: "TSV" });
  return Buffer.from(bytes).toString();
}

const ask: FilledSqlPort["ask"] = (query, parameters) => port.ask(query, parameters);

describe("a deleted domain", () => {
  const questions = [
    "SELECT count() FROM records WHERE organization_id = 'org_gone'",
    "SELECT (SELECT count() FROM ruaflow_v1.records AS r WHERE r.organization_id = 'org_gone')",
    "WITH mine AS (SELECT * FROM reports) SELECT count() FROM mine WHERE organization_id = 'org_gone'",
  ];

  it.each(questions)("shows no rows, although they still exist: %s", async (query) => {
    const report = sampleReport({ organizationId: "org_gone", reportId: "rpt_gone", records: [aRecord()] });
    const domain = { organizationId: "org_gone", domainId: `dom_${query.length}` };
    await storeReports(port.store, [{ ...report, row: { ...report.row, domainId: domain.domainId } }]);
    expect((await ask(query)).text).toBe("1\n");
    await port.store.markDeleted(announce(domain.organizationId), domain);
    expect((await ask(query)).text).toBe("0\n");
  });
});

describe("the views", () => {
  it("are what queries without a database read", async () => {
    expect((await ask("SELECT currentDatabase(), count() FROM records")).text).toBe("ruaflow_v1\t2\n");
  });

  it("show the rows that are published as visible", async () => {
    const query = "SELECT count(), sum(messages) FROM records WHERE report_id = 'rpt_1' AND counted";
    expect((await ask(query)).text).toBe("2\t2\n");
    expect((await ask("SELECT sum(messages) FROM ruaflow_v1.daily JOIN ruaflow_v1.reports USING (day)")).status).toBe(
      200,
    );
    expect((await ask("SHOW CREATE TABLE records")).status).toBe(200);
  });

  it("cannot be replaced", async () => {
    expect((await ask("CREATE OR REPLACE VIEW records AS SELECT 1")).text).toContain("does not allow any statement");
    expect((await ask("SELECT * FROM ruaflow_v2.records")).text).toContain("the table ruaflow_v2.records");
  });
});

describe("allowed queries", () => {
  const questions: readonly (readonly [string, string])[] = [
    ["SELECT count(), sum(messages) FROM records", "2\t2"],
    ["SELECT count() FROM ruaflow_v1.records AS r JOIN `reports` USING (report_id)", "2"],
    ["WITH mine AS (SELECT * FROM records) SELECT uniqExact(source_ip) FROM mine", "1"],
    ["SELECT CASE disposition WHEN 'none' THEN 1 ELSE 2 END FROM records LIMIT 1", "1"],
    ["SELECT multiIf(messages > 1, 'many', 'one'), formatReadableSize(1024) FROM records LIMIT 1", "one\t1.00 KiB"],
    ["SELECT quantilesTDigestIf(0.5, 0.9)(messages, dmarc_pass = 0) FROM records", "[1,1]"],
    ["SELECT arrayMap(x -> x + 1, [1, 2]), replaceAll('a;b', ';', ' -- '), 'file(1)'", "[2,3]\ta -- b\tfile(1)"],
    ["SELECT format('{}-{}', 'a', 'b') -- a comment", "a-b"],
    ["SELECT count() > 50 FROM system.columns WHERE database = 'ruaflow_v1'", "1"],
    ["SELECT row_number() OVER (PARTITION BY day ORDER BY ordinal) AS n FROM records ORDER BY n", "1\n2"],
    ["SELECT 1 FORMAT JSONEachRow", '{"1":1}'],
    // clickhouse-connect asks for it at the start.
    ["SELECT value FROM system.settings WHERE name = 'readonly'", "1"],
    ["SELECT count() FROM records WHERE report_id IN (SELECT report_id FROM reports);", "2"],
    ["EXISTS TABLE records", "1"],
    ["SHOW TABLES", "attention\ndaily\ndkim_results\ndomains\nfailures\nrecords\nreports\nsources\nspf_results"],
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
    const parameters = { param_day: "2026-02-03", param_table: "records", param_column: "messages" };
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
      url: port.url,
      password: port.key,
      database: "ruaflow_v1",
      compression: { response: true },
    });
    const clickhouse_settings = { output_format_json_quote_64bit_integers: 0, max_execution_time: 10 } as const;
    const query_params = { ids: ["rpt_1", "it's"] };
    const query = "SELECT sum(messages) AS messages FROM records WHERE report_id IN {ids:Array(String)}";
    const result = await client.query({ query, query_params, clickhouse_settings, format: "JSONEachRow" });
    expect(await result.json()).toEqual([{ messages: 2 }]);
    await client.close();
  });
});

describe("queries", () => {
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
    expect((await fetch(`${port.url}/?query=${query}`)).status).toBe(401);
    expect((await fetch(`${port.url}/?query=${query}&password=wrong`)).status).toBe(403);
  });

  it("cannot be sent from other machines, and a short key is refused", async () => {
    await expect(
      openSqlPort({ path: port.folder.path, port: 0, key: port.key, ...sqlView, host: "0.0.0.0" }),
    ).rejects.toThrow("127.0.0.1");
    await expect(openSqlPort({ path: port.folder.path, port: 0, key: "short", ...sqlView })).rejects.toThrow(
      "16 characters",
    );
  });
});

it("a query whose client has left is cancelled, one that waits does not run, and the next one is answered", async () => {
  // Without the cancellation each holds the port for its limit of 30 s.
  const slow =
    "SELECT sum(sipHash64(a, b)) FROM (SELECT arrayJoin(range(8000000)) AS a) AS x, (SELECT arrayJoin(range(1000000)) AS b) AS y";
  const leave = async () => {
    const leaving = new AbortController();
    const asking = fetch(port.url, {
      ...{ method: "POST", body: slow, signal: leaving.signal },
      headers: { "X-ClickHouse-Key": port.key },
    });
    const listed = "SELECT count() AS queries FROM system.processes WHERE query LIKE '%sum(sipHash64%'";
    await expect.poll(() => askAsService(port.folder.path, listed), { timeout: 10_000 }).not.toBe("1\n");
    leaving.abort();
    await asking.catch(() => undefined);
  };
  await leave();
  await leave();
  expect(await ask("SELECT 1")).toEqual({ status: 200, text: "1\n" });
}, 25_000);

it("a port that pauses answers with the reason and its end", async () => {
  const pause = { untilMs: Date.now() + 600_000, ends: 4 };
  const paused = await openSqlPort({ path: port.folder.path, port: 0, key: port.key, pause, ...sqlView });
  try {
    const headers = { "X-ClickHouse-Key": port.key };
    const response = await fetch(paused.url, { method: "POST", body: "SELECT 1", headers });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain(`pauses until ${new Date(pause.untilMs).toISOString()}: 4 queries`);
  } finally {
    await paused.close();
  }
});

it("a slow query does not block the store of the same process", async () => {
  const slow = ask(
    "SELECT count() FROM (SELECT arrayJoin(range(8000000))) AS a, (SELECT arrayJoin(range(1000000))) AS b",
    {
      max_execution_time: "3",
    },
  );
  await port.store.ping();
  expect(
    await port.store.readReport("org_1", { domainId: "dom_sample", day: "2026-02-03", reportId: "rpt_1", records: 1 }),
  ).toBeDefined();
  await slow;
});
