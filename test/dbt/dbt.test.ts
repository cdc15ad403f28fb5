// The dbt project builds on the views, and its marts have the sums of the reports.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announceSkip } from "../support/missing-tool.ts";
import { hasPython, installPythonPackage, pythonPackages } from "../support/python-package.ts";
import { type FilledClickHouse, fillClickHouse } from "./filled-clickhouse.ts";

const project = fileURLToPath(new URL("../../infra/dbt/", import.meta.url));
const commands = hasPython() ? installPythonPackage(pythonPackages.dbt) : null;
if (commands === null) announceSkip("the tests of the dbt project need Python 3.10 with its module venv");

interface Outcome {
  readonly code: number;
  readonly output: string;
}

describe.skipIf(commands === null)("the dbt project", () => {
  let server: FilledClickHouse;
  let folder: string;
  const dbt = join(commands ?? "", "dbt");
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ruaflow-dbt-"));
    server = await fillClickHouse();
  }, 300_000);
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function runDbt(...args: readonly string[]): Promise<Outcome> {
    const fixed = ["--no-use-colors", "--no-version-check", "--target-path", folder, "--log-path", folder];
    const env = {
      PATH: process.env.PATH ?? "",
      HOME: folder,
      RUAFLOW_DBT_PORT: server.port,
      RUAFLOW_DBT_PASSWORD: server.password,
    };
    const run = promisify(execFile)(dbt, [...args, ...fixed, "--project-dir", project, "--profiles-dir", project], {
      env,
    });
    return run.then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, output: error.stdout }),
    );
  }

  test("builds its models, and its tests pass", async () => {
    const { code, output } = await runDbt("build");
    expect(output).toMatch(/PASS=\d\d WARN=0 ERROR=0 SKIP=0/);
    expect(output).not.toMatch(/deprecat/i);
    expect(code).toBe(0);
  }, 120_000);

  test("counts each report that counts once", async () => {
    const totals = server.counted.map(({ row }) => row.totals);
    const expected = {
      reports: totals.length,
      messages: totals.reduce((sum, { messages }) => sum + messages, 0),
      passed: totals.reduce((sum, { passed }) => sum + passed, 0),
    };
    const sums = "sum(reports) AS reports, sum(messages) AS messages, sum(passed) AS passed";
    expect(await server.select(`SELECT ${sums} FROM ruaflow_marts.compliance_by_day`)).toEqual([expected]);
    expect(await server.select(`SELECT ${sums} FROM ruaflow_marts.reporters`)).toEqual([expected]);
    expect(await server.select(`SELECT ${sums} FROM ruaflow_marts.clients_by_day`)).toEqual([expected]);
  });

  test("knows clients and labels in its marts", async () => {
    const clients = "SELECT DISTINCT client_reference FROM ruaflow_marts.clients_by_day ORDER BY client_reference";
    expect(await server.select(clients)).toEqual([{ client_reference: "" }, { client_reference: "K-1" }]);
    for (const mart of ["compliance_by_day", "sending_sources"]) {
      const unknown = `domain_name != concat(domain_id, '.example') OR labels != ['a', 'b']`;
      const found = await server.select(
        `SELECT countIf(${unknown}) AS unknown, uniqExact(client_reference) AS clients FROM ruaflow_marts.${mart}`,
      );
      expect(found).toEqual([{ unknown: 0, clients: 2 }]);
    }
  });

  test("finds a mart with other sums", async () => {
    await server.command(
      "ALTER TABLE ruaflow_marts.reporters UPDATE messages = messages + 1 WHERE 1 SETTINGS mutations_sync = 1",
    );
    const { code, output } = await runDbt("test", "--select", "marts_have_the_sums_of_the_views");
    expect(output).toContain("FAIL 1 marts_have_the_sums_of_the_views");
    expect(code).toBe(1);
  }, 60_000);
});
