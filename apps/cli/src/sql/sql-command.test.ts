import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPrivatePort, openSqlPort } from "@ruaflow/engines/clickhouse-http";
import { createRecordStore, type RecordStore, sqlView } from "@ruaflow/record-store";
import { sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../../../test/support/service.ts";

const key = "a key of sixteen or more";

let folder: string;
let store: RecordStore;
let server: Awaited<ReturnType<typeof openSqlPort>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-sql-"));
  const path = join(folder, "clickhouse");
  await createMigratedFolder(path);
  store = await createRecordStore({ path });
  await storeReports(store, [
    sampleReport({ organizationId: "org_1", reportId: "rpt_1", records: [aRecord(), aRecord({ ordinal: 1 })] }),
  ]);
  const lists = { hiddenAttempts: [], hiddenReports: [], countingOrganizations: [] };
  await store.insertRowVisibility({ version: 1n, attempt: 1n, ...lists });
  server = await openSqlPort({ path, port: 0, key, ...sqlView });
});
afterAll(async () => {
  await server.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const service = () => ({ RUAFLOW_SQL_PORT: new URL(server.url).port, RUAFLOW_SQL_KEY: key });

const ruaflowSql = (args: readonly string[], environment: Record<string, string>) =>
  runCommand(["sql", ...args], environment);

describe("ruaflow sql", () => {
  it("reads the views", async () => {
    const { code, stdout } = await ruaflowSql(["SELECT sum(messages) AS n FROM records"], service());
    expect({ code, stdout }).toEqual({ code: 0, stdout: "n\n2\n" });
  });

  it.each([
    ["jsonl", '{"a":1,"b":"c,d"}\n'],
    ["JSONEachRow", '{"a":1,"b":"c,d"}\n'],
    ["csv", '"a","b"\n1,"c,d"\n'],
    ["CSV", '1,"c,d"\n'],
    ["table", /^ +┌─a─┬─b───┐\n/],
    ["Pretty", /^ +┏━━━┳━━━━━┓\n/],
    ["json", /"data":/],
    ["parquet", /^PAR1/],
  ])("prints the answer as %s", async (format, expected) => {
    const { stdout } = await ruaflowSql(["SELECT 1 AS a, 'c,d' AS b", "--format", format], service());
    if (typeof expected === "string") expect(stdout).toBe(expected);
    else expect(stdout).toMatch(expected);
  });

  it("reads the statement from a file and binds values, whatever they contain", async () => {
    const file = join(folder, "question.sql");
    await writeFile(file, "-- A question\nSELECT {id:String} AS id, {n:UInt8} + 1 AS n -- the end\n");
    const id = 'it\'s\ta \\ "b" = {n:UInt8}';
    const args = ["--file", file, "--param", `id=${id}`, "--param", "n=4", "--format", "JSONEachRow"];
    expect(JSON.parse((await ruaflowSql(args, service())).stdout)).toEqual({ id, n: 5 });
  });

  it("uses CLICKHOUSE_URL if it is set, with the views beside its database, and cannot write there", async () => {
    const full = await openPrivatePort({
      path: join(folder, "clickhouse"),
      database: "ruaflow",
      socketFolder: join(folder, "private"),
    });
    const env = { CLICKHOUSE_URL: full.url };
    const query = "SELECT currentDatabase() AS d, getSetting('max_execution_time') AS s, count() AS n FROM reports";
    expect((await ruaflowSql([query], env)).stdout).toBe("d\ts\tn\nruaflow_v1\t30\t1\n");
    const { code, stderr } = await ruaflowSql(["TRUNCATE TABLE ruaflow.records"], env);
    expect([code, stderr]).toEqual([2, expect.stringContaining("readonly")]);
    await full.close();
  });

  it("says that a database of an older release has no views", async () => {
    const env = { CLICKHOUSE_URL: `http://ruaflow:${encodeURIComponent(key)}@127.0.0.1:1/other` };
    const full = await openPrivatePort({
      path: join(folder, "clickhouse"),
      database: "older",
      socketFolder: join(folder, "private"),
    });
    expect((await ruaflowSql(["SELECT 1"], { CLICKHOUSE_URL: full.url })).stderr).toContain("ruaflow migrate up");
    expect((await ruaflowSql(["SELECT 1"], env)).stderr).toContain("http://127.0.0.1:1");
    await full.close();
  });

  it("ends with ClickHouse's message and code 2 if the query fails", async () => {
    const { code, stderr } = await ruaflowSql(["SELECT file('/etc/passwd')"], service());
    expect(code).toBe(2);
    expect(stderr).toContain("it does not allow the function file");
  });

  it("says what is wrong with its arguments", async () => {
    expect((await ruaflowSql([], service())).stderr).toContain("--file");
    expect((await ruaflowSql(["SELECT 1", "--param", "a b=1"], service())).stderr).toContain("expected name=value");
    expect((await ruaflowSql(["--file", "/nowhere.sql"], service())).stderr).toContain("/nowhere.sql cannot be read");
  });

  it("opens the folder while no service listens on the port of the settings", async () => {
    const data = join(folder, "stopped");
    await mkdir(join(data, "clickhouse"), { recursive: true });
    const env = { RUAFLOW_DATA_DIR: data, RUAFLOW_SQL_PORT: "1", RUAFLOW_SQL_KEY: key };
    const { code, stderr } = await ruaflowSql(["SELECT 1"], env);
    expect([code, stderr]).toEqual([2, expect.stringContaining("This ClickHouse has no views")]);
  }, 120_000);

  it("creates no data where there are none", async () => {
    const empty = join(folder, "empty");
    const { code, stderr } = await ruaflowSql(["SELECT 1"], { RUAFLOW_DATA_DIR: empty });
    expect([code, stderr]).toEqual([2, expect.stringContaining("has no data")]);
    await expect(stat(empty)).rejects.toThrow("ENOENT");
  });
});
