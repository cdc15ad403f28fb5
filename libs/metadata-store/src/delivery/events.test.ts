import type { Database } from "@ruaflow/postgres";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type DeliveryFixture, later, start, startDeliveryFixture } from "../testing/delivery-fixture.ts";
import type { SavedEvent } from "./events.ts";
import { saveEvents } from "./events.ts";
import { type RelayOptions, relayEvents } from "./relay-events.ts";

let fixture: DeliveryFixture;

beforeAll(async () => {
  fixture = await startDeliveryFixture();
});

afterAll(() => fixture.stop());

beforeEach(() => fixture.database.query("DELETE FROM events"));

function event(id: string, body = "{}"): SavedEvent {
  const origin = { type: "report.received", organizationId: "org_1", domainId: "dom_1", createdAt: start };
  return { id, ...origin, body: Buffer.from(body) };
}

async function relay(eventsMax = 10): Promise<readonly SavedEvent[]> {
  let relayed: readonly SavedEvent[] = [];
  await fixture.relay({
    eventsMax,
    async append(events) {
      relayed = events;
    },
  });
  return relayed;
}

test("writing an event again does not change it", async () => {
  await fixture.store.delivery.saveEvents([event("evt_1", "first")]);
  await fixture.store.delivery.saveEvents([event("evt_1", "second"), event("evt_2")]);
  expect((await relay()).map(({ id, body }) => [id, Buffer.from(body).toString()])).toEqual([
    ["evt_1", "first"],
    ["evt_2", "{}"],
  ]);
});

test("an event is saved with its transaction or not at all", async () => {
  const broken = fixture.database.transaction(async (transaction) => {
    await saveEvents(transaction, [event("evt_1")]);
    throw new Error("rolled back");
  });
  await expect(broken).rejects.toThrow("rolled back");
  expect(await relay()).toEqual([]);
});

test("events are relayed once each, in the order in which they were written", async () => {
  for (const id of ["evt_3", "evt_1", "evt_2"]) await fixture.store.delivery.saveEvents([event(id)]);
  expect((await relay(2)).map(({ id }) => id)).toEqual(["evt_3", "evt_1"]);
  expect(await relay()).toEqual([{ ...event("evt_2"), unauthenticated: false }]);
  expect(await relay()).toEqual([]);
});

test("an event that the log did not accept is relayed again", async () => {
  await fixture.store.delivery.saveEvents([event("evt_1")]);
  const down = fixture.relay({ append: () => Promise.reject(new Error("the log is down")) });
  await expect(down).rejects.toThrow("the log is down");
  expect(await relay()).toHaveLength(1);
});

test("a relayed event has its deliveries, and an event that the log did not accept has none", async () => {
  const organizationId = await fixture.createOrganization();
  const webhookId = await fixture.createWebhook(organizationId);
  await fixture.store.delivery.saveEvents([{ ...event("evt_1"), organizationId }]);
  const count = async () =>
    (await fixture.store.delivery.listDeliveries(organizationId, { webhookId, page: 1, perPage: 1 })).total;
  await expect(fixture.relay({ append: () => Promise.reject(new Error("down")) })).rejects.toThrow("down");
  expect(await count()).toBe(0);
  expect(await fixture.relay()).toEqual({ events: 1, deliveries: 1 });
  expect(await count()).toBe(1);
  await fixture.database.query("UPDATE events SET relayed_at = NULL");
  expect(await fixture.relay()).toEqual({ events: 1, deliveries: 0 });
  expect(await count()).toBe(1);
});

test("an outbox that another process empties in between publishes nothing", async () => {
  const append = vi.fn<RelayOptions["append"]>(async () => undefined);
  // As if an event had been waiting when this process looked.
  const database: Database = { ...fixture.database, query: async () => fixture.database.query("SELECT 1 AS waiting") };
  const relayed = await relayEvents(database, { eventsMax: 10, now: start, append });
  expect(relayed).toEqual({ events: 0, deliveries: 0 });
  expect(append).not.toHaveBeenCalled();
});

test("only one process relays at a time", async () => {
  await fixture.store.delivery.saveEvents([event("evt_1")]);
  let others: unknown;
  await fixture.relay({
    async append() {
      others = await fixture.relay();
    },
  });
  expect(others).toEqual({ events: 0, deliveries: 0 });
});

test("events are purged by the time of their relay, and never before it", async () => {
  await fixture.store.delivery.saveEvents([event("evt_1")]);
  expect(await fixture.store.delivery.purgeEvents(new Date())).toBe(0);
  await relay();
  expect(await fixture.store.delivery.purgeEvents(later(1))).toBe(0);
  await fixture.database.query("UPDATE events SET relayed_at = $1", [start]);
  expect(await fixture.store.delivery.purgeEvents(start)).toBe(0);
  expect(await fixture.store.delivery.purgeEvents(later(1))).toBe(1);
});
