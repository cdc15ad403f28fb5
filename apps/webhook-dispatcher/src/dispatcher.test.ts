import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { EventLog } from "@ruaflow/event-log";
import { startTestLog } from "@ruaflow/event-log/testing";
import { createMetadataStore, type MetadataStore } from "@ruaflow/metadata-store";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { parseAddressList } from "@ruaflow/runtime/addresses";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { readSettings } from "@ruaflow/runtime/settings";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { eventTypes, sampleEvent } from "@ruaflow/webhooks/event-types";
import { createWebhookSecret } from "@ruaflow/webhooks/signature";
import { type Answer, type Receiver, startReceiver } from "@ruaflow/webhooks/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { webhookDispatcherSettings } from "./config.ts";
import { createWebhookDispatcher, toDispatcherOptions } from "./dispatcher.ts";
import type { DispatcherOptions } from "./dispatcher-options.ts";

const certificates = createTestCertificates();
const secret = createWebhookSecret();

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let metadata: MetadataStore;
let log: EventLog;
const logs: EventLog[] = [];
let organizationId: string;

beforeAll(async () => {
  running = await startMetadataStore();
  metadata = await createMetadataStore({ url: running.url, secretsKey: randomBytes(32).toString("base64") });
});

afterAll(async () => {
  await Promise.all(logs.map((one) => one.close()));
  await metadata.close();
  await running.stop();
});

beforeEach(async () => {
  log = await startTestLog();
  logs.push(log);
  await log.prepare();
  organizationId = (await metadata.tenants.createOrganization({ name: "Example", plan: "plus" })).id;
});

async function startDispatcher(options: Partial<DispatcherOptions> = {}) {
  const metrics = createMetrics();
  const dispatcher = await createWebhookDispatcher({
    log,
    metadata,
    metrics,
    logger: createLogger({ app: "test", level: "silent" }),
    allow: parseAddressList("127.0.0.0/8"),
    ca: certificates.ca,
    deadlineMs: 10_000,
    scheduleFactor: 0,
    drainMs: 200,
    disableAfter: { failures: 10, hours: 24 },
    ...options,
  });
  onTestFinished(() => dispatcher.stop());
  return { ...dispatcher, metrics };
}

/** Creates a webhook for all or some types of events, with its own endpoint. */
async function createEndpoint(
  answer?: Answer,
  events: readonly string[] = eventTypes,
): Promise<Receiver & { readonly webhookId: string }> {
  const receiver = await startReceiver({ certificates, ...(answer && { answer }) });
  onTestFinished(() => receiver.stop());
  const settings = { url: `${receiver.url}/hook`, events, secret, active: true };
  const webhook = await metadata.delivery.createWebhook(organizationId, settings);
  if (webhook === null) throw new Error("there are too many webhooks");
  return { ...receiver, webhookId: webhook.id };
}

async function happen(total = 1, type: (typeof eventTypes)[number] = "report.received") {
  const events = Array.from({ length: total }, () => sampleEvent(type, { organizationId, now: new Date() }));
  await metadata.delivery.saveEvents(events);
  return events;
}

async function eventually(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) expect.fail(`${what}: not in time`);
    await sleep(20);
  }
}

const countDeliveries = async (webhookId: string, status: "delivered" | "exhausted" | "pending" | "held") =>
  (await metadata.delivery.listDeliveries(organizationId, { webhookId, status, page: 1, perPage: 1 })).total;

test("every type of event reaches every subscribed endpoint, signed, with the saved bytes", async () => {
  const endpoints = [await createEndpoint(), await createEndpoint()];
  const { metrics } = await startDispatcher();
  const events = (await Promise.all(eventTypes.map((type) => happen(1, type)))).flat();
  for (const { requests, webhookId } of endpoints) {
    await eventually("seven deliveries", async () => (await countDeliveries(webhookId, "delivered")) === 7);
    expect(requests.map(({ body }) => body.toString()).sort()).toEqual(
      events.map(({ body }) => Buffer.from(body).toString()).sort(),
    );
    for (const { body, headers } of requests) {
      const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
      expect(verified).toMatchObject({ id: headers["webhook-id"] });
    }
    expect((await metadata.delivery.readWebhook(organizationId, webhookId))?.lastTriggeredAt).not.toBeNull();
  }
  expect(await metrics.render()).toContain('ruaflow_webhook_attempts_total{outcome="delivered",error="none"} 14');
});

test("an endpoint is disabled after the number of exhausted deliveries that the operator sets", async () => {
  const { webhookId } = await createEndpoint((response) => response.writeHead(500).end("down"));
  await startDispatcher(
    toDispatcherOptions(
      readSettings(webhookDispatcherSettings, {
        RUAFLOW_WEBHOOK_DISABLE_FAILURES: "2",
        RUAFLOW_WEBHOOK_DISABLE_HOURS: "0",
        RUAFLOW_WEBHOOK_SCHEDULE_FACTOR: "0",
        RUAFLOW_WEBHOOK_RANGES: "127.0.0.0/8",
        RUAFLOW_WEBHOOK_CA: certificates.ca,
      }),
    ),
  );
  await happen();
  await eventually("the first end", async () => (await countDeliveries(webhookId, "exhausted")) === 1);
  expect(await metadata.delivery.readWebhook(organizationId, webhookId)).toMatchObject({
    failureCount: 1,
    active: true,
  });
  await happen();
  await eventually("the second end", async () => (await countDeliveries(webhookId, "exhausted")) === 2);
  const disabled = { active: false, disabledReason: "2 deliveries in a row failed after all retries." };
  expect(await metadata.delivery.readWebhook(organizationId, webhookId)).toMatchObject(disabled);
});

test("an endpoint that fails gets six attempts with the same id and bytes, and no more", async () => {
  const { requests, webhookId } = await createEndpoint((response) => response.writeHead(500).end("down"));
  const { metrics } = await startDispatcher();
  expect(await metrics.render()).toMatch(/^ruaflow_webhook_exhausted_total 0$/m);
  const [event] = await happen();
  await eventually("the end", async () => (await countDeliveries(webhookId, "exhausted")) === 1);
  await expect.poll(() => metrics.render()).toMatch(/^ruaflow_webhook_exhausted_total 1$/m);
  await sleep(500);
  expect(requests).toHaveLength(6);
  expect(new Set(requests.map(({ body }) => body.toString()))).toEqual(
    new Set([Buffer.from(event?.body ?? []).toString()]),
  );
  expect(new Set(requests.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([event?.id]));
  expect(await metadata.delivery.readWebhook(organizationId, webhookId)).toMatchObject({
    failureCount: 1,
    active: true,
  });
});

test("an endpoint that recovers gets the delivery by a retry", async () => {
  let requests = 0;
  const { webhookId } = await createEndpoint((response) => response.writeHead(++requests < 3 ? 503 : 200).end());
  await startDispatcher();
  await happen();
  await eventually("the delivery", async () => (await countDeliveries(webhookId, "delivered")) === 1);
  expect(requests).toBe(3);
});

test("the delays follow the schedule", async () => {
  const { webhookId } = await createEndpoint((response) => response.writeHead(500).end());
  await startDispatcher({ scheduleFactor: 1 });
  const startedAt = Date.now();
  await happen();
  const list = () => metadata.delivery.listDeliveries(organizationId, { webhookId, page: 1, perPage: 1 });
  await eventually("the first attempt", async () => (await list()).items[0]?.attempts === 1);
  const { items } = await list();
  const delayMs = (items[0]?.nextAttemptAt?.getTime() ?? 0) - startedAt;
  expect(delayMs).toBeGreaterThan(24_000);
  expect(delayMs).toBeLessThan(46_000);
});

test("410 disables the webhook, and its deliveries wait until it is enabled", async () => {
  let status = 410;
  const { requests, webhookId } = await createEndpoint((response) => response.writeHead(status).end());
  await startDispatcher();
  // As the keeper does.
  const updateHolds = async () => void (await metadata.delivery.updateHolds(new Date()));
  await happen(10);
  const read = () => metadata.delivery.readWebhook(organizationId, webhookId);
  await eventually("disabling", async () => (await read())?.active === false);
  await eventually("holding", async () => {
    await updateHolds();
    return (await countDeliveries(webhookId, "pending")) === 0;
  });
  const before = requests.length;
  expect(before).toBeLessThanOrEqual(8);
  expect(await countDeliveries(webhookId, "held")).toBe(10 - before);
  status = 200;
  await metadata.delivery.updateWebhook(organizationId, webhookId, { active: true });
  await updateHolds();
  await eventually("the rest", async () => (await countDeliveries(webhookId, "delivered")) === 10 - before);
});

test("endpoints that hang or drip do not delay other organizations", async () => {
  const stuck = [await createEndpoint(() => undefined)];
  for (let index = 0; index < 5; index++) {
    stuck.push(
      await createEndpoint((response) => {
        const timer = setInterval(() => response.write("x"), 200);
        response.on("close", () => clearInterval(timer));
      }),
    );
  }
  await happen(500);
  await startDispatcher({ deadlineMs: 30_000 });
  await eventually("stuck endpoints", () => stuck.every(({ requests }) => requests.length > 0));
  organizationId = (await metadata.tenants.createOrganization({ name: "Healthy", plan: "plus" })).id;
  const healthy = await createEndpoint();
  await happen(100);
  // A delivery that waited for a stuck endpoint would wait for 30 s.
  await eventually("healthy deliveries", async () => (await countDeliveries(healthy.webhookId, "delivered")) === 100);
  for (const { requests } of stuck) expect(requests.length).toBeLessThanOrEqual(4);
});

test("endpoints that hang or drip do not delay others of the same organization", async () => {
  const drip: Answer = (response) => {
    const timer = setInterval(() => response.write("x"), 1000);
    response.on("close", () => clearInterval(timer));
  };
  const stuck = [await createEndpoint(() => undefined, ["report.failure"])];
  for (let index = 0; index < 20; index++) stuck.push(await createEndpoint(drip, ["report.failure"]));
  await happen(100, "report.failure");
  await startDispatcher({ deadlineMs: 30_000 });
  await eventually("stuck endpoints", () => stuck.every(({ requests }) => requests.length > 0));
  const healthy = [];
  for (let index = 0; index < 3; index++) healthy.push(await createEndpoint(undefined, ["report.received"]));
  await happen(50);
  for (const { webhookId } of healthy) {
    await eventually("healthy deliveries", async () => (await countDeliveries(webhookId, "delivered")) === 50);
  }
  // All were delivered before the first attempt to a stuck endpoint ended.
  for (const { webhookId } of stuck) {
    const { items } = await metadata.delivery.listDeliveries(organizationId, { webhookId, page: 1, perPage: 100 });
    expect(items.filter(({ attempts }) => attempts > 0)).toEqual([]);
  }
});

test("an endpoint that fails for a day is disabled by its tenth delivery with the reason, and starts from 0 once enabled", async () => {
  let clock = Date.parse("2026-03-01T00:00:00Z");
  let status = 500;
  const { webhookId } = await createEndpoint((response) => response.writeHead(status).end());
  const dispatcher = await startDispatcher({ now: () => new Date(clock) });
  const read = () => metadata.delivery.readWebhook(organizationId, webhookId);
  const fail = async (total: number, after: number) => {
    await happen(total);
    await eventually("giving up", async () => (await countDeliveries(webhookId, "exhausted")) === after);
  };
  await fail(10, 10);
  expect(await read()).toMatchObject({ active: true, failureCount: 10 });
  clock += 24 * 60 * 60 * 1000;
  await fail(1, 11);
  expect(await read()).toMatchObject({
    active: false,
    disabledReason: "10 deliveries in a row failed after all retries, over at least 24 hours.",
  });
  await metadata.delivery.updateWebhook(organizationId, webhookId, { active: true });
  await fail(1, 12);
  expect(await read()).toMatchObject({ active: true, failureCount: 1, disabledReason: null });
  status = 200;
  await happen();
  await eventually("the delivery", async () => (await countDeliveries(webhookId, "delivered")) === 1);
  expect(await read()).toMatchObject({ active: true, failureCount: 0 });
  await dispatcher.stop();
});

test("stopping waits for attempts in flight and releases those that do not end", async () => {
  let answer: (() => void) | undefined;
  const slow = await createEndpoint((response) => {
    answer = () => response.writeHead(200).end();
  });
  const dispatcher = await startDispatcher({ drainMs: 3000 });
  await happen();
  await eventually("the attempt", () => answer !== undefined);
  const stopped = dispatcher.stop();
  answer?.();
  await stopped;
  expect(await countDeliveries(slow.webhookId, "delivered")).toBe(1);

  const hanging = await createEndpoint(() => undefined);
  const second = await startDispatcher();
  await happen();
  await eventually("the attempt that hangs", () => hanging.requests.length === 1);
  await second.stop();
  const { items } = await metadata.delivery.listDeliveries(organizationId, {
    webhookId: hanging.webhookId,
    page: 1,
    perPage: 1,
  });
  expect(items[0]).toMatchObject({ status: "pending", attempts: 0 });
});

test("an outage of the log loses no event", async () => {
  const { webhookId } = await createEndpoint();
  let failures = 2;
  const shaky: EventLog = {
    ...log,
    async append(topic, messages) {
      if (failures-- > 0) throw new Error("the log is down");
      await log.append(topic, messages);
    },
  };
  await startDispatcher({ log: shaky });
  await happen(3);
  await eventually("deliveries", async () => (await countDeliveries(webhookId, "delivered")) === 3);
});
