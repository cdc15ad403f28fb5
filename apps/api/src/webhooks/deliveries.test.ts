import { createTestCertificates } from "@ruaflow/runtime/testing";
import { eventTypes } from "@ruaflow/webhooks/event-types";
import { createWebhookSecret } from "@ruaflow/webhooks/signature";
import { type Receiver, startReceiver } from "@ruaflow/webhooks/testing";
import { Webhook } from "standardwebhooks";
import Schema from "typebox/schema";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { toApiOptions } from "../from-settings.ts";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface DeliveryBody {
  readonly id: string;
  readonly status: string;
  readonly event: { readonly id: string; readonly type: string };
  readonly attempts: readonly { readonly status_code: number | null; readonly response_body: string }[];
}
interface Answer<Data> {
  readonly data: Data;
  readonly meta: { readonly total: number; readonly missed_since: string | null };
  readonly code: string;
}
interface TestBody {
  readonly delivery_id: string;
  readonly delivered: boolean;
  readonly event: { readonly id: string; readonly type: string };
  readonly status_code: number | null;
  readonly error: string | null;
}

const certificates = createTestCertificates();
const secret = createWebhookSecret();
const day = new Date("2026-03-01T00:00:00Z");

let api: TestApi;
let receiver: Receiver;
let status = 204;
let organization: TestOrganization;
let webhookId: string;

beforeAll(async () => {
  receiver = await startReceiver({ certificates, answer: (response) => response.writeHead(status).end("thanks\0") });
  const { checkWebhookUrl, sender } = toApiOptions({
    RUAFLOW_RATE_LIMITS: "off",
    RUAFLOW_WEBHOOK_RANGES: "127.0.0.0/8",
    RUAFLOW_WEBHOOK_CA: certificates.ca,
    RUAFLOW_WEBHOOK_DEADLINE_MS: 1000,
  });
  api = await startApi({ checkWebhookUrl, sender });
});

afterAll(async () => {
  await api.stop();
  await receiver.stop();
});

beforeEach(async () => {
  status = 204;
  organization = await api.createOrganization("plus");
  webhookId = await createWebhook(`${receiver.url}/hook`);
});

async function createWebhook(url: string): Promise<string> {
  const body = { url, events: ["report.received"], secret };
  const created = await organization.ask<Answer<{ id: string }>>({ method: "POST", url: "/api/v1/webhooks", body });
  return created.body.data.id;
}

let counter = 0;

/** Queues events as the dispatcher does. */
async function queue(total: number, limit = 10_000): Promise<string[]> {
  const shared = { type: "report.received", organizationId: organization.id, domainId: "dom_1", createdAt: day };
  const events = Array.from({ length: total }, () => {
    const id = `evt_api${counter++}`;
    return {
      ...shared,
      id,
      body: Buffer.from(JSON.stringify({ id, type: "report.received", created_at: day, data: {} })),
    };
  });
  await api.metadata.delivery.saveEvents(events);
  const relay = { eventsMax: total, now: day, queuedMax: limit, append: async () => undefined };
  await api.metadata.delivery.relayEvents(relay);
  return events.map(({ id }) => id);
}

const disableAfter = { failures: 10, hours: 24 };

/** Exhausts the queued deliveries, as an endpoint that answers 500 to every attempt would. */
async function giveUp(): Promise<void> {
  const attempt = { startedAt: day, latencyMs: 5, status: 500, error: null, detail: "", answer: Buffer.from("down") };
  const claims = await api.metadata.delivery.claimDeliveries({
    now: day,
    leaseMs: 1000,
    firstAttemptsMax: 99,
    retriesMax: 99,
  });
  for (const claim of claims) {
    await api.metadata.delivery.saveDeliveryResult(claim, {
      attempt,
      step: { kind: "exhausted" },
      now: day,
      disableAfter,
    });
  }
}

const ask = <Data>(path: string, method: "GET" | "POST" = "GET", body?: object) =>
  organization.ask<Answer<Data>>({ method, url: `/api/v1/webhooks/${webhookId}${path}`, ...(body && { body }) });
const readWebhook = async () => (await ask<Record<string, unknown>>("")).body.data;

test("a test without a body sends a signed sample of report.received at once and returns the outcome", async () => {
  const { status: answered, body } = await ask<TestBody>("/test", "POST");
  expect(answered).toBe(200);
  expect(body.data).toMatchObject({
    delivered: true,
    status_code: 204,
    error: null,
    event: { type: "report.received", test: true },
  });
  const request = receiver.requests.at(-1);
  expect(request?.headers).toMatchObject({ "x-ruaflow-test": "true" });
  expect(JSON.parse(String(request?.body))).toMatchObject({ test: true });
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(request?.body ?? "", headers)).toEqual(body.data.event);
  expect(headers["x-ruaflow-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
  const read = await ask<DeliveryBody>(`/deliveries/${body.data.delivery_id}`);
  expect(read.body.data).toMatchObject({ test: true, status: "delivered", attempt_count: 1, event: body.data.event });
});

test.for(eventTypes)("a test sends a sample of %s on request", async (type) => {
  expect((await ask<TestBody>("/test", "POST", { type })).body.data).toMatchObject({
    delivered: true,
    event: { type },
  });
});

test("a failed test says why and does not count", async () => {
  status = 500;
  const failed = await ask<TestBody>("/test", "POST", {});
  expect(failed.status).toBe(200);
  expect(failed.body.data).toMatchObject({ delivered: false, status_code: 500, response_body: "thanks\0" });
  await organization.ask({ method: "PUT", url: `/v1/webhooks/${webhookId}`, body: { url: "https://127.0.0.1:1024/" } });
  const refused = await ask<TestBody>("/test", "POST");
  expect(refused.body.data).toMatchObject({ delivered: false, status_code: null, error: "connect" });
  expect(await readWebhook()).toMatchObject({ failure_count: 0, last_triggered_at: null, active: true });
});

test("an inactive webhook can be tested too, and an unknown type is refused", async () => {
  await organization.ask({ method: "PUT", url: `/v1/webhooks/${webhookId}`, body: { active: false } });
  expect((await ask<TestBody>("/test", "POST")).body.data).toMatchObject({ delivered: true });
  expect((await ask("/test", "POST", { type: "report.recieved" })).status).toBe(400);
  expect((await ask("/test", "POST", { typ: "report.received" })).status).toBe(400);
});

test("a fifth concurrent test is refused", async () => {
  const waiting: (() => void)[] = [];
  const slow = await startReceiver({
    certificates,
    answer: (response) => void waiting.push(() => response.writeHead(204).end()),
  });
  webhookId = await createWebhook(slow.url);
  const tests = Array.from({ length: 5 }, () => ask<TestBody>("/test", "POST"));
  const first = await Promise.race(tests);
  expect([first.status, first.body.code]).toEqual([409, "limit_reached"]);
  for (let answered = 0; answered < 4; await new Promise((resolve) => setTimeout(resolve, 10))) {
    for (const answer of waiting.splice(0)) {
      answer();
      answered += 1;
    }
  }
  const statuses = (await Promise.all(tests)).map((answer) => answer.status);
  expect(statuses.sort()).toEqual([200, 200, 200, 200, 409]);
  await slow.stop();
});

test("deliveries are listed with their status, by status, type and time, page by page", async () => {
  const ids = await queue(3);
  await giveUp();
  const { body } = await ask<DeliveryBody[]>("/deliveries");
  expect(body.meta).toEqual({ total: 3, page: 1, per_page: 20, total_pages: 1, missed_since: null, missed_events: 0 });
  expect(body.data).toMatchObject(ids.map(() => ({ status: "exhausted", event_type: "report.received", test: false })));
  const total = async (query: string) => (await ask(`/deliveries?${query}`)).body.meta.total;
  expect(await total("status=exhausted")).toBe(3);
  expect(await total("status=pending")).toBe(0);
  expect(await total("event_type=domain.verified")).toBe(0);
  expect(await total("since=2026-03-01T00:00:00Z&until=2026-03-01T00:00:01Z")).toBe(3);
  expect(await total("since=2026-03-01T00:00:01Z")).toBe(0);
  expect((await ask<DeliveryBody[]>("/deliveries?per_page=2&page=2")).body.data).toHaveLength(1);
});

test.for(["status=lost", "event_type=x", "since=yesterday", "until=2026-03-01", "state=pending"])(
  "the filter %s is refused",
  async (query) => {
    expect((await ask(`/deliveries?${query}`)).status).toBe(400);
  },
);

test("a delivery shows its event and each attempt, and is delivered again on request", async () => {
  const [eventId] = await queue(1);
  await giveUp();
  const [listed] = (await ask<DeliveryBody[]>("/deliveries")).body.data;
  const path = `/deliveries/${listed?.id}`;
  const { data } = (await ask<DeliveryBody>(path)).body;
  expect(data).toMatchObject({
    event: { id: eventId },
    attempts: [{ number: 1, status_code: 500, response_body: "down" }],
  });
  const again = await ask<DeliveryBody>(`${path}/redeliver`, "POST");
  expect([again.status, again.body.data.status]).toEqual([202, "pending"]);
  await organization.ask({ method: "PUT", url: `/v1/webhooks/${webhookId}`, body: { active: false } });
  expect((await ask(`${path}/redeliver`, "POST")).body.code).toBe("webhook_inactive");
});

test("a gap is shown, and recovery closes it", async () => {
  await queue(3, 2);
  const gap = { missed_since: day.toISOString(), missed_events: 1 };
  expect(await readWebhook()).toMatchObject(gap);
  expect((await ask("/deliveries")).body.meta).toMatchObject(gap);
  await giveUp();
  const recovered = await ask("/recover", "POST", { since: gap.missed_since });
  expect([recovered.status, recovered.body.data]).toEqual([202, { queued: 3, left: 0 }]);
  expect(await readWebhook()).toMatchObject({ missed_since: null, missed_events: 0 });
  for (const body of [{}, { since: "yesterday" }, { since: day.toISOString(), until: "x" }]) {
    expect((await ask("/recover", "POST", body)).status).toBe(400);
  }
});

test("the catalogue has each type with a schema and a valid example", async () => {
  interface EventTypeBody {
    readonly type: string;
    readonly description: string;
    readonly schema: object;
    readonly example: object;
  }
  const { body } = await organization.ask<Answer<EventTypeBody[]>>({ url: "/api/v1/event-types" });
  expect(body.data.map(({ type }) => type)).toEqual([...eventTypes]);
  for (const { schema, example, description } of body.data) {
    expect(Schema.Check(schema, example)).toBe(true);
    expect(description).not.toBe("");
  }
});

test.for([
  ["GET", "/api/v1/event-types"],
  ["GET", "/api/v1/webhooks/wh_1/deliveries"],
  ["GET", "/api/v1/webhooks/wh_1/deliveries/del_1"],
  ["POST", "/api/v1/webhooks/wh_1/deliveries/del_1/redeliver"],
  ["POST", "/api/v1/webhooks/wh_1/recover"],
  ["POST", "/api/v1/webhooks/wh_1/test"],
] as const)("%s %s needs the plan plus", async ([method, url]) => {
  const free = await api.createOrganization("free");
  const body = method === "POST" ? { body: {} } : {};
  expect((await free.ask<Answer<null>>({ method, url, ...body })).body.code).toBe("plan_required");
});

interface Counts {
  readonly total: number;
  readonly statuses: readonly { readonly status: string; readonly deliveries: number; readonly oldest_at: unknown }[];
}
type AllCounts = Counts & { complete: boolean; webhooks: readonly (Counts & { webhook_id: string })[] };

test("deliveries are counted by status over all webhooks and of each, of own domains only", async () => {
  await queue(2);
  await giveUp();
  const second = await createWebhook(`${receiver.url}/second`);
  await queue(1);
  const count = (query = "") =>
    organization.ask<Answer<AllCounts>>({ url: `/api/v1/webhooks/deliveries/counts${query}` });
  const toCounts = ({ statuses }: Counts) => statuses.map(({ deliveries }) => deliveries);
  const { data } = (await count()).body;
  const oldest = data.statuses.find(({ status: each }) => each === "pending")?.oldest_at;
  expect([data.total, data.complete, oldest]).toEqual([4, true, day.toISOString()]);
  // pending, delivering, delivered, exhausted, held
  expect(toCounts(data)).toEqual([2, 0, 0, 2, 0]);
  expect(data.webhooks.map((each) => [each.webhook_id, each.total, ...toCounts(each)])).toEqual([
    [webhookId, 3, 1, 0, 0, 2, 0],
    [second, 1, 1, 0, 0, 0, 0],
  ]);
  expect((await count("?event_type=report.received")).body.data.total).toBe(4);
  expect((await count("?until=2026-01-01T00:00:00Z")).body.data.total).toBe(0);
  expect((await count("?label=none")).body.data.total).toBe(0);
  expect((await count("?domain_id=dom_1")).status).toBe(404);
  expect(
    (await api.metadata.delivery.countDeliveries(organization.id, { domainIds: ["dom_1"], finishedMax: 1 })).length,
  ).toBe(3);
});

test("deliveries of a webhook are listed for domains of a label", async () => {
  await queue(1);
  expect((await ask<unknown[]>("/deliveries?label=none")).body.meta.total).toBe(0);
  expect((await ask("/deliveries?domain_id=dom_1")).status).toBe(404);
});
