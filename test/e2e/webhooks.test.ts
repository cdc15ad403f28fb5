import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Answer, createClient, verifyWebhook } from "@ruaflow/client";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { createWebhookSecret } from "@ruaflow/webhooks/signature";
import { type ReceivedRequest, startReceiver } from "@ruaflow/webhooks/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type StartedProcess, startProcess } from "../support/child-process.ts";
import { listAllReports } from "../support/list-reports.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { createDataDir, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { upload, writeTar } from "../support/upload.ts";

interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly report_id: string; readonly failure_count?: number };
}

const cli = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url));
const certificates = createTestCertificates();
const secret = createWebhookSecret();
const dataDir = createMigratedDataDir();
const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
const sending = {
  RUAFLOW_WEBHOOK_RANGES: "127.0.0.0/8",
  RUAFLOW_WEBHOOK_CA: certificates.ca,
  // Deliveries of a killed process are retried after twice this time.
  RUAFLOW_WEBHOOK_DEADLINE_MS: "2000",
};

let service: RunningService;
let key: string;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  service = await startService(dataDir, sending);
  key = service.key ?? "";
  client = createClient({ baseUrl: service.url, key, retries: 0 });
  await runOrThrow(["domains", "add", "hooked.example"], environment);
});

afterAll(async () => {
  await service.stop();
  await removeDataDir(dataDir);
});

async function createEndpoint() {
  const receiver = await startReceiver({ certificates });
  const events = ["report.received", "report.failure"] as const;
  const { data } = await client.webhooks.create({ url: `${receiver.url}/hook`, events: [...events], secret });
  onTestFinished(async () => {
    await client.webhooks.delete(data.id);
    await receiver.stop();
  });
  return { ...receiver, webhookId: data.id };
}

let seed = 0;

/** An archive of new reports. */
function makeArchive(total: number, domain = "hooked.example"): Buffer {
  const reports = Array.from({ length: total }, () => generateReport({ seed: ++seed, domain, begin: 1_767_225_600 }));
  return writeTar(Object.fromEntries(reports.map(({ xml }, index) => [`${index}.xml`, [...xml()].join("")])));
}

async function uploadArchive(total: number, domain?: string): Promise<void> {
  const entries = await upload(service, key, { name: "reports.tar", body: makeArchive(total, domain) });
  expect(entries).toHaveLength(total);
}

async function eventually(what: string, condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) expect.fail(`${what}: not in time`);
    await sleep(50);
  }
}

const readEvents = (requests: readonly { readonly body: Buffer }[]): EventBody[] =>
  requests.map(({ body }) => JSON.parse(body.toString()));
const ofType = (events: readonly EventBody[], type: string) => events.filter((event) => event.type === type);

/** The events expected for the listed reports: `type report`. */
function toExpected(reports: readonly Answer<"listReports">["data"][number][]): string[] {
  return reports
    .flatMap(({ id, fail_count }) => [`report.received ${id}`, ...(fail_count > 0 ? [`report.failure ${id}`] : [])])
    .sort();
}

async function expectSigned({ body, headers }: Pick<ReceivedRequest, "body" | "headers">, by: string): Promise<void> {
  new Webhook(by).verify(body, headers as Record<string, string>);
  const given = headers as Record<string, string>;
  for (const signature of ["standard", "body"] as const) {
    await verifyWebhook({ payload: body, headers: given, secret: by, signature });
  }
}

test("every stored report has its signed events once, and nothing else has; failures include their sources", async () => {
  const { requests, webhookId } = await createEndpoint();
  const before = new Set((await listAllReports(service, key)).map(({ id }) => id));
  await uploadArchive(60);
  await uploadArchive(1);
  const listNew = async () => (await listAllReports(service, key)).filter(({ id }) => !before.has(id));
  await eventually("every report", async () => (await listNew()).length === 61);
  const reports = await listNew();
  const expected = toExpected(reports);
  await eventually("every event", () => requests.length >= expected.length);
  await sleep(1000);
  const events = readEvents(requests);
  expect(events.map(({ type, data }) => `${type} ${data.report_id}`).sort()).toEqual(expected);
  for (const request of requests) await expectSigned(request, secret);
  const failed = new Map(reports.map(({ id, fail_count }) => [id, fail_count]));
  for (const { data } of ofType(events, "report.failure")) expect(data.failure_count).toBe(failed.get(data.report_id));
  expect(ofType(events, "report.failure").length).toBeGreaterThan(0);
  await eventually("every result", async () => {
    const { meta } = await client.webhooks.listDeliveries(webhookId, { status: "delivered", per_page: 1 });
    return meta.total === expected.length;
  });
  expect((await client.webhooks.read(webhookId)).data).toMatchObject({ failure_count: 0, missed_events: 0 });
  expect((await client.webhooks.read(webhookId)).data.last_triggered_at).not.toBeNull();
}, 120_000);

test("reports that arrive while the service is killed and restarted all have their events", async () => {
  const { requests } = await createEndpoint();
  const before = new Set((await listAllReports(service, key)).map(({ id }) => id));
  for (let round = 0; round < 3; round += 1) {
    await uploadArchive(20);
    const half = upload(service, key, { name: "reports.tar", body: makeArchive(20) }).catch(() => undefined);
    await sleep(100 * round);
    await service.kill();
    await half;
    service = await startService(dataDir, sending);
    client = createClient({ baseUrl: service.url, key, retries: 0 });
  }
  const received = () => new Set(readEvents(requests).map(({ type, data }) => `${type} ${data.report_id}`));
  await eventually("every event", async () => {
    const reports = (await listAllReports(service, key)).filter(({ id }) => !before.has(id));
    const expected = toExpected(reports);
    return (
      reports.length >= 60 && received().size === expected.length && expected.every((each) => received().has(each))
    );
  });
}, 180_000);

/** A program on the developer's machine, over plain HTTP. */
async function startLocalProgram() {
  const requests: { readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { requests, url: `http://localhost:${(server.address() as AddressInfo).port}/hook` };
}

function collectLines({ child }: StartedProcess): string[] {
  const lines: string[] = [];
  if (child.stdout) createInterface(child.stdout).on("line", (line) => lines.push(line));
  return lines;
}

test("ruaflow webhooks listen forwards live events to a local program, signed, without a webhook", async () => {
  expect((await client.webhooks.list()).meta.total).toBe(0);
  // Reports that the service took just before it was killed may be written only now.
  const domain = "listened.example";
  await runOrThrow(["domains", "add", domain], environment);
  const local = await startLocalProgram();
  const listening = await startProcess({
    args: [cli, "webhooks", "listen", "--forward-to", local.url, "--events", "report.received", "--json"],
    environment,
    readyText: '"secret"',
  });
  const lines = collectLines(listening);
  const readOwn = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event.data?.domain === domain);
  const { secret: shown }: { secret: string } = JSON.parse(listening.output.trim().split("\n")[0] ?? "{}");
  await uploadArchive(3, domain);
  await eventually("three events", () => readOwn().length >= 3);
  expect(readOwn()).toMatchObject(
    [1, 2, 3].map(() => ({ event: { type: "report.received" }, status: 200, error: null })),
  );
  for (const request of local.requests) await expectSigned(request, shown);
  expect(await listening.stop()).toBe(0);
}, 120_000);

test("ruaflow webhooks list shows them, and never a secret", async () => {
  const { webhookId, url } = await createEndpoint();
  const listed = await runOrThrow(["webhooks", "list", "--json"], environment);
  expect(JSON.parse(listed)).toMatchObject([{ id: webhookId, url: `${url}/hook`, active: true, has_secret: true }]);
  expect(listed).not.toContain("whsec_");
});

test("listening needs a running service, and says so", async () => {
  const folder = createDataDir();
  const nowhere = runOrThrow(["webhooks", "listen"], { RUAFLOW_DATA_DIR: folder });
  await expect(nowhere).rejects.toThrow("npm start");
  await removeDataDir(folder);
});
