import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClickHouseHttpServer, startClickHouseHttp } from "@ruaflow/engines/clickhouse-http";
import { createRecordStore } from "@ruaflow/record-store";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProgram } from "../program.ts";

const run = (environment: Record<string, string>, args: readonly string[]) =>
  createProgram(environment).parseAsync(["node", "ruaflow", "analysts", ...args]);

test("without a ClickHouse server the command says what to do instead", async () => {
  for (const args of [["create", "grafana"], ["list"], ["revoke", "org_1.grafana"]]) {
    const answer = run({ RUAFLOW_DATA_DIR: "/nonexistent/ruaflow" }, args);
    await expect(answer).rejects.toThrow(/has no users.*ruaflow export --org.*RUAFLOW_SQL_PORT/);
  }
});

describe("a server whose users cannot be managed", () => {
  let folder: string;
  let server: ClickHouseHttpServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ruaflow-analysts-"));
    const limits = { statementsMax: 2, requestsMax: 16, bodyBytesMax: 2 ** 20, answerBytesMax: 2 ** 20 };
    const credentials = { user: "default", password: "" };
    const options = { path: folder, credentials, database: "default", ...limits };
    server = await startClickHouseHttp(options, { host: "127.0.0.1", port: 0 });
  }, 60_000);

  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test("is named, with what it lacks", async () => {
    const environment = { CLICKHOUSE_URL: `${server.url}/default` };
    for (const args of [["list"], ["revoke", "org_1.grafana"]])
      await expect(run(environment, args)).rejects.toThrow(/refused to change users: ACCESS_DENIED.*access_management/);
  });

  test("is migrated all the same", async () => {
    const records = await createRecordStore({ url: `${server.url}/default` });
    await expect(records.analysts.refresh()).resolves.toBeUndefined();
    await records.close();
  });
});
