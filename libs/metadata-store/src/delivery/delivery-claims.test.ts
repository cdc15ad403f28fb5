import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  attempt,
  type DeliveryFixture,
  disableAfter,
  fixtureSecret,
  later,
  only,
  start,
  startDeliveryFixture,
} from "../testing/delivery-fixture.ts";
import { createDeliveries } from "./deliveries.ts";

let fixture: DeliveryFixture;
let organizationId: string;

beforeAll(async () => {
  fixture = await startDeliveryFixture();
});

afterAll(() => fixture.stop());

beforeEach(async () => {
  await fixture.database.query("DELETE FROM webhooks");
  await fixture.database.query("DELETE FROM events");
  organizationId = await fixture.createOrganization();
});

test("an event is queued once for every active webhook of its organization that subscribes to its type", async () => {
  const wanted = await fixture.createWebhook(organizationId);
  await fixture.createWebhook(organizationId, ["alert.triggered"]);
  await fixture.createWebhook(await fixture.createOrganization());
  const inactive = await fixture.createWebhook(organizationId);
  await fixture.store.delivery.updateWebhook(organizationId, inactive, { active: false });
  const ids = await fixture.queueEvents(organizationId, 2);
  expect(await createDeliveries(fixture.database, ids, { now: start })).toBe(0);
  const inactiveDeliveries = { webhookId: inactive, page: 1, perPage: 1 };
  expect((await fixture.store.delivery.listDeliveries(organizationId, inactiveDeliveries)).total).toBe(0);
  const claims = await fixture.claim();
  expect(claims.map(({ webhookId, eventId }) => [webhookId, eventId]).sort()).toEqual(ids.map((id) => [wanted, id]));
});

test("a claim has everything needed to send, and only one dispatcher gets it", async () => {
  const webhookId = await fixture.createWebhook(organizationId);
  const eventId = only(await fixture.queueEvents(organizationId));
  const claims = (await Promise.all(Array.from({ length: 8 }, () => fixture.claim()))).flat();
  expect(only(claims)).toMatchObject({
    eventId,
    webhookId,
    organizationId,
    eventType: "report.received",
    url: "https://example.com/hook",
    retries: 0,
  });
  expect(only(claims).openSecrets()).toEqual([fixtureSecret]);
  expect(Buffer.from(only(claims).body).toString()).toBe(`{"id":"${eventId}"}`);
});

test("a webhook has at most four deliveries in flight, however many are queued", async () => {
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 20);
  expect(await fixture.claim({ firstAttemptsMax: 1000 })).toHaveLength(4);
  expect(await fixture.claim({ firstAttemptsMax: 1000 })).toEqual([]);
});

test("an organization has at most 48 deliveries in flight when no endpoint is slow, however many are queued", async () => {
  for (let webhook = 0; webhook < 30; webhook++) await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 20);
  const otherOrganization = await fixture.createOrganization();
  await fixture.createWebhook(otherOrganization);
  await fixture.queueEvents(otherOrganization, 3);
  const claims = await fixture.claim({ firstAttemptsMax: 1000 });
  const perOrganization = Object.groupBy(claims, (claim) => claim.organizationId);
  expect([perOrganization[organizationId]?.length, perOrganization[otherOrganization]?.length]).toEqual([48, 3]);
  const own = Object.groupBy(perOrganization[organizationId] ?? [], ({ webhookId }) => webhookId);
  expect(Object.keys(own).length).toBeGreaterThanOrEqual(24);
  expect(await fixture.claim({ firstAttemptsMax: 1000 })).toEqual([]);
});

test("hanging endpoints leave capacity to the organization's others, and all of it once they are known to be slow", async () => {
  for (let webhook = 0; webhook < 21; webhook++) await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 20);
  const hanging = await fixture.claim({ firstAttemptsMax: 1000 });
  expect(hanging).toHaveLength(21 + 24);
  const healthy: string[] = [];
  for (let webhook = 0; webhook < 24; webhook++) {
    healthy.push(await fixture.createWebhook(organizationId, ["domain.verified"]));
  }
  await fixture.queueEvents(organizationId, 4, "domain.verified");
  const claims = await fixture.claim({ firstAttemptsMax: 1000 });
  expect(claims.filter(({ webhookId }) => healthy.includes(webhookId))).toHaveLength(24 - 21);
  const timeout = { ...attempt, latencyMs: 30_000, status: null, error: "timeout" };
  for (const claim of hanging) {
    await fixture.store.delivery.saveDeliveryResult(claim, {
      attempt: timeout,
      step: { kind: "retry", at: start },
      now: start,
      disableAfter,
    });
  }
  for (const claim of claims) await fixture.finish(claim, { kind: "delivered" });
  const next = await fixture.claim({ firstAttemptsMax: 1000, retriesMax: 1000 });
  const toHealthy = next.filter(({ webhookId }) => healthy.includes(webhookId));
  expect([toHealthy.length, next.length]).toEqual([24 + 24, 24 + 24 + 8]);
});

test("dispatchers that claim at the same moment share the limits", async () => {
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 40);
  const claims = await Promise.all(Array.from({ length: 8 }, () => fixture.claim()));
  expect(claims.flat()).toHaveLength(4);
});

test("a freed place is used for the next claim", async () => {
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 6);
  const [first] = await fixture.claim();
  if (first) await fixture.finish(first, { kind: "delivered" });
  expect(await fixture.claim()).toHaveLength(1);
});

test("an endpoint whose last attempt was slow has one delivery in flight", async () => {
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 6);
  const claims = await fixture.claim();
  const slow = { startedAt: start, latencyMs: 5001, status: 200, error: null, detail: "", answer: Buffer.of() };
  for (const claim of claims) {
    await fixture.store.delivery.saveDeliveryResult(claim, {
      attempt: slow,
      step: { kind: "delivered" },
      now: start,
      disableAfter,
    });
  }
  const next = only(await fixture.claim());
  await fixture.finish(next, { kind: "delivered" });
  expect(await fixture.claim()).toHaveLength(1);
});

test("an endpoint is slow as soon as an attempt takes too long, and then uses no place of the fast ones", async () => {
  for (let webhook = 0; webhook < 24; webhook++) await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId);
  expect(await fixture.claim()).toHaveLength(24);
  const quick = await fixture.createWebhook(organizationId, ["domain.verified"]);
  await fixture.queueEvents(organizationId, 1, "domain.verified");
  expect(await fixture.claim({ now: later(4999) })).toEqual([]);
  expect(only(await fixture.claim({ now: later(5000) })).webhookId).toBe(quick);
});

test("first attempts and retries have separate slots", async () => {
  for (let webhook = 0; webhook < 2; webhook++) await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 2);
  for (const claim of await fixture.claim()) await fixture.finish(claim, { kind: "retry", at: start });
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 2);
  expect(await fixture.claim({ firstAttemptsMax: 0, retriesMax: 0 })).toEqual([]);
  const retries = await fixture.claim({ firstAttemptsMax: 0, retriesMax: 3 });
  expect(retries.map((claim) => claim.retries)).toEqual([1, 1, 1]);
  const firsts = await fixture.claim({ firstAttemptsMax: 3, retriesMax: 0 });
  expect(firsts.map((claim) => claim.retries)).toEqual([0, 0, 0]);
});

test("a retry is not claimed before it is due", async () => {
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId);
  await fixture.finish(only(await fixture.claim()), { kind: "retry", at: later(30_000) });
  expect(await fixture.claim({ now: later(29_999) })).toEqual([]);
  expect(only(await fixture.claim({ now: later(30_000) })).retries).toBe(1);
});

test("the claims of a killed dispatcher become available when their lease ends, and a late result is ignored", async () => {
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId);
  const lost = only(await fixture.claim());
  expect(await fixture.claim({ now: later(59_999) })).toEqual([]);
  const again = only(await fixture.claim({ now: later(60_000) }));
  expect(again).toMatchObject({ id: lost.id, eventId: lost.eventId, body: lost.body, retries: 0 });
  expect(await fixture.finish(lost, { kind: "exhausted" })).toEqual({ saved: false, disabledReason: null });
  expect(await fixture.finish(again, { kind: "delivered" })).toMatchObject({ saved: true });
  expect(await fixture.finish(again, { kind: "delivered" })).toMatchObject({ saved: false });
  const detail = await fixture.store.delivery.readDelivery(organizationId, {
    webhookId: lost.webhookId,
    deliveryId: lost.id,
  });
  expect(detail).toMatchObject({ status: "delivered", attempts: 1, attemptLog: [{ number: 1, status: 500 }] });
});

test("a released claim is due at once and counts no attempt", async () => {
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 2);
  const claims = await fixture.claim();
  await fixture.store.delivery.releaseClaims(claims);
  expect((await fixture.claim()).map(({ retries }) => retries)).toEqual([0, 0]);
  await fixture.store.delivery.releaseClaims(claims);
  expect(await fixture.claim()).toEqual([]);
});

test("during a rotation a claim has both secrets, and the old one only until its time ends", async () => {
  const webhookId = await fixture.createWebhook(organizationId);
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { secret: "another-secret-that-is-new" });
  await fixture.queueEvents(organizationId);
  const now = new Date();
  const claim = only(await fixture.claim({ now }));
  expect(claim.openSecrets()).toEqual(["another-secret-that-is-new", fixtureSecret]);
  await fixture.store.delivery.releaseClaims([claim]);
  const tomorrow = new Date(now.getTime() + 25 * 60 * 60 * 1000);
  expect(only(await fixture.claim({ now: tomorrow })).openSecrets()).toEqual(["another-secret-that-is-new"]);
});

test("a secret that cannot be decrypted does not stop other deliveries", async () => {
  const broken = await fixture.createWebhook(organizationId);
  await fixture.createWebhook(organizationId);
  await fixture.database.query("UPDATE webhooks SET sealed_secret = $2 WHERE id = $1", [broken, Buffer.alloc(40)]);
  await fixture.queueEvents(organizationId);
  const claims = await fixture.claim();
  for (const claim of claims) {
    if (claim.webhookId === broken) expect(() => claim.openSecrets()).toThrow();
    else expect(claim.openSecrets()).toEqual([fixtureSecret]);
  }
  expect(claims).toHaveLength(2);
});

test("deliveries are deleted with their webhook and with their event", async () => {
  const webhookId = await fixture.createWebhook(organizationId);
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId);
  const claims = await fixture.claim();
  await fixture.store.delivery.deleteWebhook(organizationId, webhookId);
  const results = await Promise.all(claims.map((claim) => fixture.finish(claim, { kind: "delivered" })));
  expect(results.filter(({ saved }) => saved)).toHaveLength(1);
  await fixture.database.query("UPDATE events SET relayed_at = $1", [start]);
  expect(await fixture.store.delivery.purgeEvents(later(1))).toBe(1);
  const [left] = await fixture.database.query(
    "SELECT (SELECT count(*) FROM webhook_deliveries)::int AS deliveries, (SELECT count(*) FROM webhook_attempts)::int AS attempts",
  );
  expect(left).toEqual({ deliveries: 0, attempts: 0 });
});

test("10,000 deliveries queued for one webhook delay neither another webhook nor the claim", async () => {
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 10_000);
  const otherOrganization = await fixture.createOrganization();
  await fixture.createWebhook(otherOrganization);
  await fixture.queueEvents(otherOrganization, 2);
  const startedAt = performance.now();
  const claims = await fixture.claim();
  expect(performance.now() - startedAt).toBeLessThan(500);
  expect(claims.filter((claim) => claim.organizationId === otherOrganization)).toHaveLength(2);
});
