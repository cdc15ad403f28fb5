import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient } from "@ruaflow/client";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { type Receiver, startReceiver } from "@ruaflow/webhooks/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../../infra/free-ports.ts";
import { askClickHouse } from "../support/ask-clickhouse.ts";
import { commandFlags } from "../support/child-process.ts";
import { waitUntilJudged } from "../support/judged.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { type RunningService, removeDataDir, runCommand, runOrThrow, startService } from "../support/service.ts";
import { recountFiles, recountOverHttp, type TenantFolder, writeTenantFiles } from "../support/tenant-files.ts";

const REPORTS_EACH = 60;
/** Imported before the backup; the others arrive while it runs. */
const EARLY = 30;

const cli = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url));
const certificates = createTestCertificates();
const files = writeTenantFiles(REPORTS_EACH);
const root = mkdtempSync(join(tmpdir(), "ruaflow-drill-"));
const backup = join(root, "backup");
const keyFile = join(root, "secrets.key");
const dataDir = createMigratedDataDir();
const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error", RUAFLOW_SOURCE_ENRICHMENT: "offline" };
const sql = { RUAFLOW_SQL_PORT: String(await findFreePort()), RUAFLOW_SQL_KEY: "a-key-of-this-test-only" };
const settings = {
  ...sql,
  RUAFLOW_WEBHOOK_RANGES: "127.0.0.0/8",
  RUAFLOW_WEBHOOK_CA: certificates.ca,
  RUAFLOW_RAW_STORE: `file://${join(root, "bodies")}`,
};

interface Tenant extends TenantFolder {
  readonly key: string;
}

let service: RunningService;
let receiver: Receiver;
let tenants: readonly Tenant[];

beforeAll(async () => {
  receiver = await startReceiver({ certificates });
  service = await startService(dataDir, settings);
  tenants = await Promise.all(files.tenants.map(createTenant));
}, 120_000);

afterAll(async () => {
  await service.stop();
  await receiver.stop();
  await removeDataDir(dataDir);
  await rm(root, { recursive: true });
  await rm(files.folder, { recursive: true });
});

async function createTenant(folder: TenantFolder): Promise<Tenant> {
  const { id } = JSON.parse(await runOrThrow(["orgs", "create", folder.name, "--json"], environment));
  const key = (await runOrThrow(["keys", "create", "drill", "--org", id], environment)).trim();
  await runOrThrow(["domains", "add", "--org", id, ...folder.domains], environment);
  const client = createClient({ baseUrl: service.url, key });
  await client.webhooks.create({
    url: `${receiver.url}/${folder.name}`,
    events: ["report.received", "report.failure"],
  });
  return { ...folder, key };
}

/** Uploads over plain HTTP; an answer means that the report is durable. */
async function send(tenant: Tenant, some: readonly string[]): Promise<void> {
  for (const file of some) {
    const response = await fetch(`${service.url}/api/v1/reports?name=${basename(file)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${tenant.key}` },
      body: readFileSync(file),
    });
    expect(response.status).toBeLessThan(300);
    await response.arrayBuffer();
  }
}

const sendAll = (pick: (all: readonly string[]) => readonly string[]) =>
  Promise.all(tenants.map((tenant) => send(tenant, pick(tenant.files))));

/** What the API, SQL and the ledger say, by tenant. */
async function readNumbers() {
  const query = `SELECT count(), sum(count), uniqExact(report_id), (SELECT count() FROM ruaflow.reports) FROM ruaflow.records`;
  const database = (await findRunningOwner(join(dataDir, "postgres")))?.url ?? "";
  return {
    api: await Promise.all(tenants.map(readTotals)),
    sql: (await askClickHouse(await readFile(join(dataDir, "clickhouse.url"), "utf8"), `${query} FORMAT CSV`)).trim(),
    ledger: await executeSql(
      database,
      `SELECT name, count(*)::int AS reports, sum(expected_records)::int AS records, sum(expected_messages)::int AS messages
       FROM report_ledger l JOIN organizations o ON o.id = organization_id WHERE state = 'stored' GROUP BY name ORDER BY name`,
    ),
  };
}

/** Every report is stored here, so the views have what the tables have. */
async function expectViews(): Promise<void> {
  const { sql: tables } = await readNumbers();
  const query = `SELECT count(), sum(messages), uniqExact(report_id), (SELECT count() FROM reports) FROM records`;
  const views = async () => (await runOrThrow(["sql", query, "--format", "CSV"], environment)).trim();
  await expect.poll(views, { timeout: 30_000, interval: 500 }).toBe(tables);
}

async function readTotals({ key }: Tenant) {
  const client = createClient({ baseUrl: service.url, key });
  const period = { start_date: "2026-01-01", end_date: "2026-12-31" };
  const { data } = await client.reports.readAggregate(period);
  const { data: failures } = await client.reports.listFailures({ ...period, per_page: 100 });
  return { ...data, failures };
}

/** The bytes of every report that came before the backup. */
function readRaw() {
  return Promise.all(
    tenants.map(async ({ key, files: [first = ""] }) => {
      const client = createClient({ baseUrl: service.url, key });
      const { data } = await client.reports.list({ sort: "received_at", per_page: 1 });
      const response = await fetch(`${service.url}/api/v1/reports/${data[0]?.id}/raw`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return { first, status: response.status, xml: await response.text() };
    }),
  );
}

async function waitUntilStored(reports: number): Promise<void> {
  const count = async () => (await readNumbers()).ledger.reduce((total, row) => total + Number(row.reports), 0);
  await expect.poll(count, { timeout: 60_000, interval: 500 }).toBe(reports);
  await waitUntilJudged(dataDir);
}

/** Each event that was received, by what it is about, with the different ids that it came under. */
function listEvents() {
  const ids = new Map<string, Set<unknown>>();
  for (const { path, headers, body } of receiver.requests) {
    const { type, data } = JSON.parse(body.toString());
    const about = `${path} ${type} ${data.report_id}`;
    ids.set(about, (ids.get(about) ?? new Set()).add(headers["webhook-id"]));
  }
  return ids;
}

/** Runs the restore and kills it once it has printed the text. */
async function killRestoreAt(text: string): Promise<void> {
  const child = spawn(process.execPath, [...commandFlags, cli, "restore", backup], {
    env: { ...process.env, ...environment, RUAFLOW_RAW_STORE: settings.RUAFLOW_RAW_STORE },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
    if (output.includes(text)) child.kill("SIGKILL");
  });
  const [code, signal] = await once(child, "close");
  expect([code, signal, output.includes(text)]).toEqual([null, "SIGKILL", true]);
}

const restore = (...options: string[]) =>
  runCommand(["restore", backup, ...options], { ...environment, RUAFLOW_RAW_STORE: settings.RUAFLOW_RAW_STORE });

test("both stores destroyed, restored from a backup beside a running service: with the reports sent again, all is as before", async () => {
  await sendAll((all) => all.slice(0, EARLY));
  const late = sendAll((all) => all.slice(EARLY));
  await sleep(200);
  const summary = JSON.parse(await runOrThrow(["backup", backup, "--json"], environment));
  await late;
  await waitUntilStored(2 * REPORTS_EACH);
  expect(Number(summary.reports)).toBeLessThan(2 * REPORTS_EACH);
  const whole = await readNumbers();
  for (const tenant of tenants)
    expect(await recountOverHttp(service.url, tenant.key)).toEqual(recountFiles(tenant.files));
  const raw = await readRaw();
  await expect.poll(() => listEvents().size, { timeout: 60_000 }).toBeGreaterThanOrEqual(2 * REPORTS_EACH);

  await copyFile(join(dataDir, "secrets.key"), keyFile);
  await service.kill();
  await rm(dataDir, { recursive: true });
  await rm(join(root, "bodies"), { recursive: true });
  await mkdir(dataDir);
  expect(await restore()).toMatchObject({ code: 2, stderr: expect.stringContaining("There is no secrets key") });
  await copyFile(keyFile, join(dataDir, "secrets.key"));

  for (const step of ["ClickHouse records", "public.stored_reports:", "PostgreSQL is complete"]) {
    await killRestoreAt(step);
    await expect(startService(dataDir, settings)).rejects.toThrow("Run ruaflow restore again");
  }
  const { code, stdout, stderr } = await restore();
  expect([code, code === 0 ? "" : `${stderr}${stdout}`]).toEqual([0, ""]);
  expect(stdout).toContain("numbers are equal");
  expect(await restore()).toMatchObject({ code: 2, stderr: expect.stringContaining("--replace") });
  const compared = await runCommand(["repair", "--dry-run", "--json"], environment);
  expect(JSON.parse(compared.stdout)).toMatchObject({
    found: { missing: 0, altered: 0, doubled: 0, unknown: 0 },
    left: [],
  });

  const shown = await runOrThrow(["sql", "SELECT count() FROM reports", "--format", "TabSeparated"], environment);
  expect(Number(shown)).toBe(Number(summary.reports));

  service = await startService(dataDir, settings);
  await sendAll((all) => all);
  await waitUntilStored(2 * REPORTS_EACH);
  expect(await readNumbers()).toEqual(whole);
  await expectViews();
  expect(await readRaw()).toEqual(raw);
  for (const tenant of tenants)
    expect(await recountOverHttp(service.url, tenant.key)).toEqual(recountFiles(tenant.files));
  await sleep(3000);
  const events = listEvents();
  for (const [about, ids] of events) expect([about, ids.size]).toEqual([about, 1]);
  const received = [...events.keys()].filter((about) => about.includes("report.received"));
  expect(received).toHaveLength(2 * REPORTS_EACH);
}, 600_000);
