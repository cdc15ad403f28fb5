import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executeSql } from "@ruaflow/engines/testing";
import { type EventLog, reportsTopic } from "@ruaflow/event-log";
import { createPostgresLog } from "@ruaflow/event-log/drivers";
import { bulkReportsTopic } from "@ruaflow/event-log/lanes";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/service.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let dataDir: string;

beforeAll(async () => {
  running = await startMetadataStore();
  dataDir = await mkdtemp(join(tmpdir(), "ruaflow-lag-"));
  await withLog(() => undefined);
});

afterAll(async () => {
  await running.stop();
  await rm(dataDir, { recursive: true });
});

/** Creates the topics, as the first process does. */
async function withLog(work: (log: EventLog) => unknown): Promise<void> {
  const log = createPostgresLog({ connectionString: running.url });
  await log.prepare();
  await work(log);
  await log.close();
}

const run = (...args: string[]) =>
  runCommand(["lag", ...args], { DATABASE_URL: running.url, RUAFLOW_DATA_DIR: dataDir });

/** What waits, and tens of seconds: the command itself takes a second. */
async function readQueues() {
  const queues: { name: string; waiting: number; seconds: number }[] = JSON.parse((await run("--json")).stdout);
  return Object.fromEntries(
    queues.map(({ name, waiting, seconds }) => [name, [waiting, Math.floor(seconds / 10) * 10]]),
  );
}

test("a folder whose service does not run is a failure that says so, and nothing is started in it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-lag-"));
  const { code, stdout, stderr } = await runCommand(["lag", "--max-seconds", "1"], { RUAFLOW_DATA_DIR: folder });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`No service is running on ${folder}`);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test("without anything that waits, the exit code is 0 whatever the limit", async () => {
  const { code, stdout } = await run("--max-seconds", "0");
  expect(stdout).toContain("Nothing waits.");
  expect(code).toBe(0);
});

test("each queue shows how much waits and how long the oldest part has", async () => {
  const message = { key: "a", value: Buffer.from("1"), headers: {} };
  await withLog((log) => log.append(reportsTopic, [message, message]));
  await withLog((log) => log.append(bulkReportsTopic, [message, message, message]));
  await running.store.sources.saveAddresses(["10.0.0.1", "10.0.0.2", "10.0.0.3"]);
  const age = (statement: string) => executeSql(running.url, statement);
  await age("UPDATE event_log.messages SET appended_at = now() - interval '100 seconds'");
  const { id } = await running.store.tenants.createOrganization({ name: "Lag", plan: "free" });
  await running.store.domains.createDomain(id, "first.example");
  await running.store.domains.createDomain(id, "second.example");
  await age("UPDATE domains SET created_at = now() - interval '50 seconds' WHERE name = 'first.example'");
  await age("UPDATE sources SET due_at = now() - interval '40 seconds'");
  await age(
    `INSERT INTO events (id, organization_id, domain_id, type, body, created_at)
     VALUES ('evt_1', 'org', 'dom', 'report.received', '', now() - interval '70 seconds')`,
  );
  expect(await readQueues()).toEqual({
    "reports to be written": [2, 100],
    "bulk reports behind them": [3, 100],
    "events to be relayed": [1, 70],
    "webhook deliveries due": [0, 0],
    "source addresses due": [3, 40],
    "DNS checks of domains due": [2, 50],
    "acknowledged reports without rows": [0, 0],
  });
});

test("something that waits too long sets the exit code and names the process", async () => {
  const late = await run("--max-seconds", "90");
  expect(late.code).toBe(1);
  expect(late.stdout).toContain("reports to be written (is record-writer running?)");
  expect(late.stdout).not.toContain("events to be relayed (is");
  expect((await run("--max-seconds", "600")).code).toBe(0);
  expect(await run("--max-seconds", "soon")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--max-seconds"),
  });
});

test("acknowledged reports that the log has lost are told, with the way back, and are a failure", async () => {
  const ids = ["sub_1", "sub_2", "sub_3"];
  const arrival = { entry: 0, organizationId: "org", domainId: "dom", reason: null, detail: null, path: null };
  const arrivals = ids.map((submissionId) => ({
    ...arrival,
    submissionId,
    reportId: submissionId,
    outcome: "accepted",
  }));
  await running.store.intake.saveArrivals(arrivals as Parameters<typeof running.store.intake.saveArrivals>[0]);
  const change = (statement: string) => executeSql(running.url, statement);
  await change("UPDATE arrivals SET created_at = now() - interval '200 seconds'");
  expect((await readQueues())["acknowledged reports without rows"]).toEqual([0, 0]);
  // Behind the two messages and the three bulk messages of before, which have waited for about 100 s.
  await change("UPDATE arrivals SET created_at = now() - interval '7200 seconds'");
  expect((await readQueues())["acknowledged reports without rows"]).toEqual([1, 7200]);

  await change("DELETE FROM event_log.messages; UPDATE event_log.group_offsets SET committed = 0");
  await change("UPDATE event_log.partitions SET next_offset = 0");
  const { code, stdout } = await run();
  expect(code).toBe(1);
  expect(stdout).toContain(
    "Without rows, and lost from the log: 3 acknowledged reports. Read their bytes again: ruaflow replay --unstored",
  );
  await change("UPDATE arrivals SET outcome = 'stored'");
  expect((await run()).code).toBe(0);
});
