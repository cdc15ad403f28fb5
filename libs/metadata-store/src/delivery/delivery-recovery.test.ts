import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { attempt, type DeliveryFixture, later, start, startDeliveryFixture } from "../testing/delivery-fixture.ts";
import { createDeliveries, QUEUED_MAX } from "./deliveries.ts";

let fixture: DeliveryFixture;
let organizationId: string;
let webhookId: string;

beforeAll(async () => {
  fixture = await startDeliveryFixture();
});

afterAll(() => fixture.stop());

beforeEach(async () => {
  await fixture.database.query("DELETE FROM webhooks");
  await fixture.database.query("DELETE FROM events");
  organizationId = await fixture.createOrganization();
  webhookId = await fixture.createWebhook(organizationId);
});

const readWebhook = () => fixture.store.delivery.readWebhook(organizationId, webhookId);
const count = async () =>
  (await fixture.store.delivery.listDeliveries(organizationId, { webhookId, page: 1, perPage: 1 })).total;

function recover(options: { readonly since?: Date; readonly limit?: number } = {}) {
  return fixture.store.delivery.recoverDeliveries(organizationId, { webhookId, since: start, now: start, ...options });
}

let counter = 0;

/** Saves events that are one millisecond apart, from `start` on, and queues as many as fit. */
async function queue(total: number, limit: number): Promise<number> {
  const shared = { type: "report.received", organizationId, domainId: "dom_1", body: Buffer.from("{}") };
  const events = Array.from({ length: total }, (_, index) => {
    return { ...shared, id: `evt_r${String(counter++).padStart(8, "0")}`, createdAt: later(index) };
  });
  await fixture.store.delivery.saveEvents(events);
  const ids = events.map(({ id }) => id);
  return createDeliveries(fixture.database, ids, { now: start, limit });
}

async function finishAll(): Promise<void> {
  for (let claims = await fixture.claim(); claims.length > 0; claims = await fixture.claim()) {
    for (const claim of claims) await fixture.finish(claim, { kind: "delivered" });
  }
}

test("deliveries given up since then are queued again, and nothing else", async () => {
  await fixture.queueEvents(organizationId, 3);
  for (const [index, claim] of (await fixture.claim()).entries()) {
    await fixture.finish(claim, { kind: index === 0 ? "delivered" : "exhausted" });
  }
  expect(await recover({ since: later(1) })).toEqual({ queued: 0, left: 0 });
  expect(await recover()).toEqual({ queued: 2, left: 0 });
  expect(await fixture.claim()).toHaveLength(2);
  expect(await recover()).toEqual({ queued: 0, left: 0 });
});

test("events that occurred while the webhook was inactive are queued when it is recovered", async () => {
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: false });
  await fixture.queueEvents(organizationId, 3);
  await fixture.queueEvents(organizationId, 1, "alert.triggered");
  expect(await count()).toBe(0);
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: true });
  expect(await recover()).toEqual({ queued: 3, left: 0 });
  expect(await fixture.claim()).toHaveLength(3);
});

test("a full queue takes no more; missed events are counted from the first one on, until they are recovered", async () => {
  expect(await queue(8, 5)).toBe(5);
  expect(await readWebhook()).toMatchObject({ missedSince: later(5), missedEvents: 3 });
  expect(await queue(2, 5)).toBe(0);
  expect(await readWebhook()).toMatchObject({ missedSince: later(0), missedEvents: 5 });
  await finishAll();
  expect(await recover({ limit: 4 })).toEqual({ queued: 4, left: 1 });
  expect(await readWebhook()).toMatchObject({ missedSince: later(7), missedEvents: 1 });
  await finishAll();
  expect(await recover({ since: later(7), limit: 4 })).toEqual({ queued: 1, left: 0 });
  expect(await readWebhook()).toMatchObject({ missedSince: null, missedEvents: 0 });
  expect(await count()).toBe(10);
});

test("a full queue of one webhook does not affect the others", async () => {
  await queue(5, 5);
  const other = await fixture.createWebhook(organizationId);
  expect(await queue(3, 5)).toBe(3);
  expect(await fixture.store.delivery.readWebhook(organizationId, other)).toMatchObject({ missedSince: null });
});

test("10,000 deliveries may wait, and counting them is fast", async () => {
  expect(await queue(QUEUED_MAX + 1, QUEUED_MAX)).toBe(10_000);
  const startedAt = performance.now();
  expect(await fixture.queueEvents(organizationId, 1)).toHaveLength(1);
  expect(performance.now() - startedAt).toBeLessThan(500);
  expect(await readWebhook()).toMatchObject({ missedEvents: 2 });
});

test("a sample sent by a test is not recovered", async () => {
  const other = await fixture.createWebhook(organizationId);
  const event = { id: "evt_sample", type: "report.received", organizationId, domainId: "dom_sample", createdAt: start };
  const sample = { ...event, body: Buffer.from("{}") };
  await fixture.store.delivery.saveTestDelivery(organizationId, {
    webhookId: other,
    event: sample,
    attempt,
    isDelivered: false,
  });
  expect(await recover()).toEqual({ queued: 0, left: 0 });
});
