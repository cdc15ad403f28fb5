import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlPort } from "@ruaflow/engines/clickhouse-http";
import { createRecordStore, type RecordStore, sqlView } from "@ruaflow/record-store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const key = "a key of sixteen or more";
const main = new URL("./main.ts", import.meta.url).pathname;

let folder: string;
let store: RecordStore;
let server: Awaited<ReturnType<typeof openSqlPort>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-sql-"));
  store = await createRecordStore({ path: folder });
  await store.migrate();
  server = await openSqlPort({ path: folder, port: 0, key, ...sqlView });
});
afterAll(async () => {
  await server.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const service = () => ({ RUAFLOW_SQL_PORT: new URL(server.url).port, RUAFLOW_SQL_KEY: key });

async function ruaflowSql(args: readonly string[], env: Record<string, string>) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [main, "sql", ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

describe("ruaflow sql", () => {
  it("prints the answer of the running service", async () => {
    const { code, stdout } = await ruaflowSql(["SELECT count() AS c FROM records"], service());
    expect({ code, stdout }).toEqual({ code: 0, stdout: "c\n0\n" });
  });

  it("prints it in the requested format", async () => {
    const { stdout } = await ruaflowSql(["SELECT 1 AS a, 'b' AS c", "--format", "JSONEachRow"], service());
    expect(JSON.parse(stdout)).toEqual({ a: 1, c: "b" });
  });

  it("uses CLICKHOUSE_URL if it is set, without writing there", async () => {
    const env = {
      CLICKHOUSE_URL: `http://default:${encodeURIComponent(key)}@127.0.0.1:${new URL(server.url).port}/ruaflow`,
    };
    expect((await ruaflowSql(["SELECT 1"], env)).stdout).toBe("1\n1\n");
  });

  it("ends with ClickHouse's message and code 2 if the query fails", async () => {
    const { code, stderr } = await ruaflowSql(["SELECT file('/etc/passwd')"], service());
    expect(code).toBe(2);
    expect(stderr).toContain("it does not allow the function file");
  });

  it("says which settings are missing, and where no server listens", async () => {
    expect((await ruaflowSql(["SELECT 1"], {})).stderr).toContain("RUAFLOW_SQL_PORT");
    const { code, stderr } = await ruaflowSql(["SELECT 1"], { RUAFLOW_SQL_PORT: "1", RUAFLOW_SQL_KEY: key });
    expect(code).toBe(2);
    expect(stderr).toContain("http://127.0.0.1:1");
  });
});
