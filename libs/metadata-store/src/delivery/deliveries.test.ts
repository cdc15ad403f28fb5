import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DeliveryFixture, later, only, start, startDeliveryFixture } from "../testing/delivery-fixture.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

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

const list = (options = {}) =>
  fixture.store.delivery.listDeliveries(organizationId, { webhookId, page: 1, perPage: 10, ...options });

test("deliveries are listed newest first, by status and page by page", async () => {
  await fixture.queueEvents(organizationId, 5);
  const [first] = await fixture.claim();
  if (first) await fixture.finish(first, { kind: "exhausted" });
  expect((await list()).total).toBe(5);
  expect((await list({ status: "exhausted" })).items).toMatchObject([
    { id: first?.id, eventId: first?.eventId, eventType: "report.received", webhookId, attempts: 1, isTest: false },
  ]);
  const pages = await Promise.all([1, 2, 3].map((page) => list({ page, perPage: 2 })));
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(5);
});

test("deliveries are listed by type of event and by when they were queued", async () => {
  await fixture.createWebhook(organizationId, ["alert.triggered"]);
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, {
    events: ["report.received", "alert.triggered"],
  });
  await fixture.queueEvents(organizationId, 2);
  await fixture.queueEvents(organizationId, 1, "alert.triggered");
  const count = async (options: object) => (await list(options)).total;
  expect(await count({ eventType: "report.received" })).toBe(2);
  expect(await count({ eventType: "alert.triggered", status: "pending" })).toBe(1);
  expect(await count({ eventType: "domain.verified" })).toBe(0);
  expect(await Promise.all([count({ since: start }), count({ since: later(1) })])).toEqual([3, 0]);
  expect(await Promise.all([count({ until: start }), count({ until: later(1) })])).toEqual([0, 3]);
});

test("a delivery shows its bytes and its attempts, the latest first", async () => {
  await fixture.queueEvents(organizationId);
  const claim = only(await fixture.claim());
  await fixture.finish(claim, { kind: "retry", at: later(1) });
  await fixture.finish(only(await fixture.claim({ now: later(1) })), { kind: "delivered" }, { now: later(2) });
  const detail = await fixture.store.delivery.readDelivery(organizationId, { webhookId, deliveryId: claim.id });
  expect(detail).toMatchObject({ status: "delivered", attempts: 2, finishedAt: later(2), nextAttemptAt: null });
  expect(detail?.attemptLog.map(({ number }) => number)).toEqual([2, 1]);
  expect(detail?.attemptLog[0]).toMatchObject({
    startedAt: start,
    latencyMs: 12,
    status: 500,
    error: null,
    detail: "",
  });
  expect(Buffer.from(detail?.attemptLog[0]?.answer ?? []).toString()).toBe("oops");
  expect(Buffer.from(detail?.body ?? [])).toEqual(claim.body);
});

test("another organization can neither see, queue nor recover a delivery", async () => {
  await fixture.queueEvents(organizationId);
  const { id } = only(await fixture.claim());
  const otherOrganization = await fixture.createOrganization();
  const own = await fixture.createWebhook(otherOrganization);
  for (const webhook of [webhookId, own]) {
    const key = { webhookId: webhook, deliveryId: id };
    expect(
      await fixture.store.delivery.listDeliveries(otherOrganization, { webhookId: webhook, page: 1, perPage: 10 }),
    ).toEqual({
      items: [],
      total: 0,
    });
    expect(await fixture.store.delivery.readDelivery(otherOrganization, key)).toBeNull();
    expect(await fixture.store.delivery.redeliver(otherOrganization, { ...key, now: start })).toBeNull();
  }
  expect(
    await fixture.store.delivery.recoverDeliveries(otherOrganization, { webhookId, since: start, now: start }),
  ).toBeNull();
});

test("a redelivery sends the same event in a new series of attempts", async () => {
  await fixture.queueEvents(organizationId);
  const claim = only(await fixture.claim());
  const key = { webhookId, deliveryId: claim.id };
  expect(await fixture.store.delivery.redeliver(organizationId, { ...key, now: start })).toBe("queued");
  expect(await fixture.claim()).toEqual([]);
  await fixture.finish(claim, { kind: "exhausted" });
  expect(await fixture.store.delivery.redeliver(organizationId, { ...key, now: later(5) })).toBe("queued");
  const again = only(await fixture.claim({ now: later(5) }));
  expect(again).toMatchObject({ id: claim.id, eventId: claim.eventId, body: claim.body, retries: 0 });
  await fixture.finish(again, { kind: "delivered" });
  expect(await fixture.store.delivery.readDelivery(organizationId, key)).toMatchObject({
    attempts: 2,
    status: "delivered",
  });
});

test("deliveries of a disabled webhook are held, and due at once when it is enabled", async () => {
  await fixture.queueEvents(organizationId, 3);
  const claim = (await fixture.claim({ firstAttemptsMax: 1 }))[0];
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: false });
  expect(await fixture.claim()).toEqual([]);
  expect(await fixture.store.delivery.updateHolds(start)).toEqual({ held: 2, released: 0, givenUp: 0 });
  if (claim) await fixture.finish(claim, { kind: "retry", at: later(1) });
  expect(await fixture.store.delivery.updateHolds(start)).toEqual({ held: 1, released: 0, givenUp: 0 });
  expect((await list({ status: "held" })).total).toBe(3);
  const key = { webhookId, deliveryId: claim?.id ?? "" };
  expect(await fixture.store.delivery.redeliver(organizationId, { ...key, now: start })).toBe("inactive");
  const since = { webhookId, since: start, now: start };
  expect(await fixture.store.delivery.recoverDeliveries(organizationId, since)).toBe("inactive");
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: true });
  expect(await fixture.store.delivery.updateHolds(later(6 * DAY_MS))).toEqual({ held: 0, released: 3, givenUp: 0 });
  expect(await fixture.claim({ now: later(6 * DAY_MS) })).toHaveLength(3);
});

test("a delivery held for seven days is given up and does not count as a failure", async () => {
  await fixture.queueEvents(organizationId, 2);
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: false });
  await fixture.store.delivery.updateHolds(start);
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: true });
  expect(await fixture.store.delivery.updateHolds(later(7 * DAY_MS))).toEqual({ held: 0, released: 0, givenUp: 2 });
  expect(await fixture.store.delivery.readWebhook(organizationId, webhookId)).toMatchObject({ failureCount: 0 });
});

test("unfinished deliveries are counted by status", async () => {
  await fixture.queueEvents(organizationId, 6);
  await fixture.claim();
  expect(Object.fromEntries(await fixture.store.delivery.countOpenDeliveries())).toEqual({
    pending: 2,
    delivering: 4,
    held: 0,
  });
});
