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
import type { DisableRule } from "./delivery-results.ts";

const HOUR_MS = 60 * 60 * 1000;

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

type Kind = "delivered" | "exhausted" | "gone" | "retry";

/** Makes deliveries in turn, with these results: `[hours since start, kind]`. */
async function deliver(ends: readonly (readonly [hours: number, kind: Kind])[], rule: DisableRule = disableAfter) {
  for (const [hours, kind] of ends) {
    const now = later(hours * HOUR_MS);
    await fixture.queueEvents(organizationId);
    const claim = only(await fixture.claim({ now }));
    const step = kind === "retry" ? { kind, at: later(1000 * HOUR_MS) } : { kind };
    await fixture.finish(claim, step, { now, disableAfter: rule });
  }
  return fixture.store.delivery.readWebhook(organizationId, webhookId);
}

/** `total` deliveries given up, spread evenly over `hours`. */
function failures(total: number, hours: number): [number, Kind][] {
  return Array.from({ length: total }, (_, index) => [(hours * index) / (total - 1), "exhausted"]);
}

const ok = { active: true, disabledReason: null };
const failing = { active: false, disabledReason: expect.stringContaining("10 deliveries in a row") };

test.each<[string, [number, Kind][], object]>([
  ["ten over 24 hours disable", failures(10, 24), { ...failing, failureCount: 10 }],
  ["ten over less than 24 hours do not", failures(10, 23.99), { ...ok, failureCount: 10 }],
  ["nine over a month do not", failures(9, 720), { ...ok, failureCount: 9 }],
  ["a hundred in an hour do not", failures(100, 1), { ...ok, failureCount: 100 }],
  [
    "a burst is not enough until a day later",
    [...failures(10, 1), [24, "exhausted"]],
    { ...failing, failureCount: 11 },
  ],
  [
    "a success resets the count",
    [...failures(9, 30), [31, "delivered"], [32, "exhausted"]],
    { ...ok, failureCount: 1 },
  ],
  ["a success restarts the 24 hours", [[0, "exhausted"], [1, "delivered"], ...failures(10, 23)], ok],
  ["retries do not count", Array.from({ length: 12 }, (_, index) => [index * 3, "retry"]), { ...ok, failureCount: 0 }],
  ["410 among failures disables at once", [...failures(3, 1), [2, "gone"]], { active: false, failureCount: 4 }],
  ["410 disables at once", [[0, "gone"]], { active: false, disabledReason: "The endpoint answered 410 Gone." }],
])("%s", async (_name, ends, expected) => {
  expect(await deliver(ends)).toMatchObject(expected);
});

const stopped = { active: false, disabledReason: expect.stringContaining("2 deliveries in a row") };

test.each<[string, DisableRule, [number, Kind][], object]>([
  ["one failure disables", { failures: 1, hours: 0 }, [[0, "exhausted"]], { active: false, failureCount: 1 }],
  ["two at the same time disable", { failures: 2, hours: 0 }, failures(2, 0), stopped],
  ["one of two does not", { failures: 2, hours: 0 }, [[0, "exhausted"]], ok],
  ["two within an hour do not", { failures: 2, hours: 1 }, failures(2, 0.99), ok],
  ["two over an hour disable", { failures: 2, hours: 1 }, failures(2, 1), stopped],
])("%s under the rule %j", async (_name, rule, ends, expected) => {
  expect(await deliver(ends, rule)).toMatchObject(expected);
});

test("the reason names the hours when the rule has a minimum", async () => {
  const reasonUnder = async (hours: number) => (await deliver(failures(2, 5), { failures: 2, hours }))?.disabledReason;
  expect(await reasonUnder(0)).toBe("2 deliveries in a row failed after all retries.");
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: true });
  expect(await reasonUnder(5)).toBe("2 deliveries in a row failed after all retries, over at least 5 hours.");
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: true });
  const once = await deliver([[9, "exhausted"]], { failures: 1, hours: 0 });
  expect(once?.disabledReason).toBe("1 delivery failed after all retries.");
});

test("a webhook shows since when it has been failing, until it succeeds or is enabled again", async () => {
  expect(await deliver([[1, "retry"]])).toMatchObject({ failingSince: null });
  expect(
    await deliver([
      [2, "exhausted"],
      [3, "exhausted"],
    ]),
  ).toMatchObject({ failingSince: later(2 * HOUR_MS) });
  expect(await deliver([[4, "delivered"]])).toMatchObject({ failingSince: null });
  expect(await deliver([[5, "exhausted"]])).toMatchObject({ failingSince: later(5 * HOUR_MS) });
  const enabled = await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: true });
  expect(enabled).toMatchObject({ failingSince: null });
});

test("enabling a webhook again resets the failures", async () => {
  await deliver(failures(10, 24));
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: true });
  expect(await deliver([[60, "exhausted"]])).toMatchObject({ ...ok, failureCount: 1 });
});

test("after it was enabled again, only another ten failures over a day disable it", async () => {
  await deliver(failures(10, 24));
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: true });
  const again = failures(10, 24).map(([hours, kind]): [number, Kind] => [hours + 25, kind]);
  expect(await deliver(again.slice(0, 9))).toMatchObject({ ...ok, failureCount: 9 });
  expect(await deliver(again.slice(9))).toMatchObject({ ...failing, failureCount: 10 });
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: true });
  expect(await deliver([[100, "gone"]])).toMatchObject({ active: false });
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: true });
  expect(await deliver([[101, "delivered"]])).toMatchObject({ ...ok, failureCount: 0 });
});

test("changing another setting does not reset the failures", async () => {
  await deliver(failures(9, 24));
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { url: "https://example.com/other" });
  expect(await deliver([[25, "exhausted"]])).toMatchObject(failing);
});

test("samples that fail for a month do not disable a webhook", async () => {
  for (let day = 0; day < 30; day += 1) {
    const now = later(day * 24 * HOUR_MS);
    const event = {
      id: `evt_sample_day_${day}`,
      type: "report.received",
      organizationId,
      domainId: "dom_1",
      createdAt: now,
      body: Buffer.from("{}"),
    };
    const facts = { webhookId, event, attempt: { ...attempt, startedAt: now }, isDelivered: false };
    await fixture.store.delivery.saveTestDelivery(organizationId, facts);
  }
  const webhook = await fixture.store.delivery.readWebhook(organizationId, webhookId);
  expect(webhook).toMatchObject({ ...ok, failureCount: 0, lastTriggeredAt: null });
});

test("the result that disables a webhook has the reason, the next one does not", async () => {
  await fixture.queueEvents(organizationId, 2);
  const [first, second] = await fixture.claim();
  if (!first || !second) throw new Error("expected two");
  expect(await fixture.finish(first, { kind: "gone" })).toMatchObject({ disabledReason: expect.any(String) });
  expect(await fixture.finish(second, { kind: "gone" })).toEqual({ saved: true, disabledReason: null });
});

test("a late success resets the failures, but does not enable a webhook that 410 has disabled", async () => {
  await fixture.queueEvents(organizationId, 2);
  const [first, second] = await fixture.claim();
  if (!first || !second) throw new Error("expected two");
  await fixture.finish(first, { kind: "gone" });
  await fixture.finish(second, { kind: "delivered" });
  const webhook = await fixture.store.delivery.readWebhook(organizationId, webhookId);
  expect(webhook).toMatchObject({ active: false, failureCount: 0, disabledReason: "The endpoint answered 410 Gone." });
});

test("the time of the last success is saved", async () => {
  const webhook = await deliver([
    [1, "delivered"],
    [2, "exhausted"],
  ]);
  expect(webhook?.lastTriggeredAt).toEqual(later(HOUR_MS));
});

test("a sample is saved with its attempt and never affects the webhook's health", async () => {
  await deliver([[0, "exhausted"]]);
  const before = await fixture.store.delivery.readWebhook(organizationId, webhookId);
  for (const isDelivered of [true, false]) {
    const event = {
      id: `evt_sample_${isDelivered}`,
      type: "report.received",
      organizationId,
      domainId: "dom_1",
      createdAt: start,
      body: Buffer.from("{}"),
    };
    const id = await fixture.store.delivery.saveTestDelivery(organizationId, {
      webhookId,
      event,
      attempt,
      isDelivered,
    });
    expect(
      await fixture.store.delivery.readDelivery(organizationId, { webhookId, deliveryId: id ?? "" }),
    ).toMatchObject({
      isTest: true,
      status: isDelivered ? "delivered" : "exhausted",
      attemptLog: [{ number: 1, status: 500, latencyMs: 12 }],
    });
    await fixture.store.delivery.redeliver(organizationId, { webhookId, deliveryId: id ?? "", now: start });
    await fixture.finish(only(await fixture.claim()), { kind: "gone" });
  }
  expect(await fixture.store.delivery.readWebhook(organizationId, webhookId)).toEqual(before);
  expect(await fixture.relay()).toMatchObject({ events: 1 });
});

test("another organization cannot save a sample for a webhook", async () => {
  const otherOrganization = await fixture.createOrganization();
  const event = {
    id: "evt_x",
    type: "t",
    organizationId: otherOrganization,
    domainId: "d",
    createdAt: start,
    body: Buffer.of(),
  };
  const test = { webhookId, event, attempt, isDelivered: true };
  expect(await fixture.store.delivery.saveTestDelivery(otherOrganization, test)).toBeNull();
});
