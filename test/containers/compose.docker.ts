import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@ruaflow/client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type GeneratedReport, generateReport } from "../support/report-generator.ts";
import { buildImage } from "./build-image.ts";
import { type ComposeProject, createComposeProject } from "./compose-project.ts";
import { disturb } from "./disturb.ts";

const STARTS = 5;
const REPORTS = 20;
/** Fewer would show little. */
const DISTURBED_REPORTS_MIN = 100;
const DOMAIN = "compose.example";
const BEGIN = Date.UTC(2026, 0, 5) / 1000;

interface Container {
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
}

const generate = (seed: number) => generateReport({ seed, domain: DOMAIN, begin: BEGIN });
const toXml = (report: GeneratedReport) => Buffer.from([...report.xml()].join(""));

describe("the compose project, set up as its README says by an operator of another uid", () => {
  let project: ComposeProject;
  beforeAll(async () => {
    await buildImage();
    project = await createComposeProject();
  });
  afterAll(() => project?.remove(), 120_000);
  afterEach(() => project.compose("down", "--volumes", "--timeout", "30"), 120_000);

  const up = () => project.compose("up", "--detach", "--wait", "--no-build", "--pull", "never");
  const ruaflow = (...args: readonly string[]) => project.compose("exec", "-T", "api", "ruaflow", ...args);

  test.each(Array.from({ length: STARTS }, (_, index) => index + 1))(
    "starts from nothing, and every service is healthy: %i",
    async () => {
      const begunAt = performance.now();
      await up();
      console.log(`up after ${((performance.now() - begunAt) / 1000).toFixed(1)} s`);
      const lines = (await project.compose("ps", "--all", "--format", "json")).split("\n");
      const containers: Container[] = lines.map((line) => JSON.parse(line));
      const services = containers.filter(({ Service }) => Service !== "migrate");
      expect(services.length).toBeGreaterThan(8);
      expect(services.filter(({ State, Health }) => State !== "running" || Health !== "healthy")).toEqual([]);
    },
  );

  test("answers for what is uploaded, once for each Idempotency-Key, and loses nothing in a restart of every app", async () => {
    await up();
    await ruaflow("orgs", "create", "Compose");
    const key = await ruaflow("keys", "create", "check");
    await ruaflow("domains", "add", DOMAIN);
    const api = createClient({ baseUrl: await project.findUrl("api"), key, retries: 0 });
    const ingest = createClient({ baseUrl: await project.findUrl("ingest"), key, retries: 0 });
    const upload = (seed: number, idempotencyKey: string) =>
      (seed % 2 === 0 ? api : ingest).reports.upload(toXml(generate(seed)), {}, { idempotencyKey });
    const first = await upload(1, "key-1");
    const again = await upload(1, "key-1");
    expect(first.data.entries[0]?.outcome).toBe("accepted");
    expect(again).toEqual(first);
    for (let seed = 2; seed <= REPORTS; seed += 1) await upload(seed, `key-${seed}`);
    await project.compose("restart", "record-writer", "ingest", "api");
    await up();
    const restarted = createClient({ baseUrl: await project.findUrl("api"), key, retries: 0 });
    const count = async () => (await restarted.reports.list({ per_page: 1 })).meta.total;
    await expect.poll(count, { timeout: 60_000, interval: 500 }).toBe(REPORTS);
  });

  test("loses nothing and counts nothing twice while every container is killed, scaled and restarted", async () => {
    await up();
    await ruaflow("orgs", "create", "Compose");
    const key = await ruaflow("keys", "create", "check");
    await ruaflow("domains", "add", DOMAIN);
    // A container that starts again has another port.
    const connect = async (service: string) =>
      createClient({ baseUrl: await project.findUrl(service), key, retries: 0, timeoutMs: 10_000 });
    const accepted: GeneratedReport[] = [];
    let isDisturbing = true;
    const uploading = (async () => {
      for (let seed = 1; isDisturbing; seed += 1) {
        const report = generate(seed);
        const upload = async () => (await connect(seed % 2 === 0 ? "api" : "ingest")).reports.upload(toXml(report));
        while ((await upload().catch(() => null)) === null) await sleep(200);
        accepted.push(report);
        await sleep(50);
      }
    })();
    await disturb(project);
    isDisturbing = false;
    await uploading;
    console.log(`${accepted.length} reports accepted meanwhile`);
    expect(accepted.length).toBeGreaterThan(DISTURBED_REPORTS_MIN);
    const api = await connect("api");
    const count = async () => (await api.reports.list({ per_page: 1 })).meta.total;
    await expect.poll(count, { timeout: 120_000, interval: 500 }).toBe(accepted.length);
    const { data } = await api.reports.readAggregate({ start_date: "2026-01-01", end_date: "2026-01-31" });
    const emails = accepted.reduce((sum, { messages }) => sum + messages, 0);
    expect(data.totals).toMatchObject({ reports: accepted.length, emails });
  }, 1_800_000);
});
