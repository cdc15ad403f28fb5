import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  attempt,
  type DeliveryFixture,
  disableAfter,
  later,
  only,
  start,
  startDeliveryFixture,
} from "../testing/delivery-fixture.ts";

const ok = { ...attempt, status: 204, answer: Buffer.from("ok") };

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

test("saving successes together has the same effect as saving them one by one", async () => {
  const together = [await fixture.createWebhook(organizationId), await fixture.createWebhook(organizationId)];
  const oneByOne = await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 1);
  for (const claim of await fixture.claim()) await fixture.finish(claim, { kind: "exhausted" });
  await fixture.queueEvents(organizationId, 3);
  const claims = await fixture.claim();
  const batch = claims.filter(({ webhookId }) => together.includes(webhookId));
  const successes = batch.map((claim) => ({ claim, attempt: ok, now: later(5) }));
  expect(await fixture.store.delivery.saveDeliverySuccesses(successes)).toEqual(batch.map(() => true));
  for (const claim of claims.filter(({ webhookId }) => webhookId === oneByOne)) {
    await fixture.store.delivery.saveDeliveryResult(claim, {
      attempt: ok,
      step: { kind: "delivered" },
      now: later(5),
      disableAfter,
    });
  }
  const read = async (webhookId: string) => {
    const { items } = await fixture.store.delivery.listDeliveries(organizationId, { webhookId, page: 1, perPage: 10 });
    const details = items.map(({ id }) =>
      fixture.store.delivery.readDelivery(organizationId, { webhookId, deliveryId: id }),
    );
    const shown = (await Promise.all(details)).map((detail) => ({ ...detail, id: "", webhookId: "" }));
    const webhook = await fixture.store.delivery.readWebhook(organizationId, webhookId);
    const byEvent = shown.sort((a, b) => ((a.eventId ?? "") < (b.eventId ?? "") ? -1 : 1));
    return { byEvent, webhook: { ...webhook, id: "", createdAt: start } };
  };
  const expected = await read(oneByOne);
  expect(expected.webhook).toMatchObject({ failureCount: 0, lastTriggeredAt: later(5) });
  for (const webhookId of together) expect(await read(webhookId)).toEqual(expected);
});

test("a success whose claim has expired is not saved", async () => {
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 2);
  const [released, current] = await fixture.claim();
  if (!released || !current) throw new Error("two claims were expected");
  await fixture.store.delivery.releaseClaims([released]);
  const again = only(await fixture.claim());
  const successes = [released, current].map((claim) => ({ claim, attempt: ok, now: start }));
  expect(await fixture.store.delivery.saveDeliverySuccesses(successes)).toEqual([false, true]);
  expect(await fixture.finish(again, { kind: "delivered" })).toMatchObject({ saved: true });
});

test("a slow last response makes its endpoint slow", async () => {
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 6);
  const claims = await fixture.claim();
  const slow = { ...ok, latencyMs: 5001 };
  await fixture.store.delivery.saveDeliverySuccesses(claims.map((claim) => ({ claim, attempt: slow, now: start })));
  expect(await fixture.claim()).toHaveLength(1);
});

test("concurrent batches with the same webhooks do not deadlock", async () => {
  for (let index = 0; index < 8; index += 1) await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 4);
  const claims = await fixture.claim();
  const successes = claims.map((claim) => ({ claim, attempt: ok, now: start }));
  const halves = [0, 1].map((half) => successes.filter((_, index) => index % 2 === half));
  const turned = halves.map((half, index) => (index === 0 ? half : half.toReversed()));
  const saved = await Promise.all(turned.map((half) => fixture.store.delivery.saveDeliverySuccesses(half)));
  expect(saved.flat()).toEqual(successes.map(() => true));
});
