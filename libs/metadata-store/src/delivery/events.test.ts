import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DeliveryFixture, later, start, startDeliveryFixture } from "../testing/delivery-fixture.ts";
import type { SavedEvent } from "./events.ts";
import { saveEvents } from "./events.ts";

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
  await fixture.store.delivery.relayEvents(eventsMax, async (events) => {
    relayed = events;
  });
  return relayed;
}

test("an event that is written again stays as it was", async () => {
  await fixture.store.delivery.saveEvents([event("evt_1", "first")]);
  await fixture.store.delivery.saveEvents([event("evt_1", "second"), event("evt_2")]);
  expect((await relay()).map(({ id, body }) => [id, Buffer.from(body).toString()])).toEqual([
    ["evt_1", "first"],
    ["evt_2", "{}"],
  ]);
});

test("an event leaves with its transaction or not at all", async () => {
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
  expect(await relay()).toEqual([event("evt_2")]);
  expect(await relay()).toEqual([]);
});

test("what the log did not take is relayed again", async () => {
  await fixture.store.delivery.saveEvents([event("evt_1")]);
  const down = fixture.store.delivery.relayEvents(10, () => Promise.reject(new Error("the log is down")));
  await expect(down).rejects.toThrow("the log is down");
  expect(await relay()).toHaveLength(1);
});

test("one process relays at a time", async () => {
  await fixture.store.delivery.saveEvents([event("evt_1")]);
  let others = -1;
  await fixture.store.delivery.relayEvents(10, async () => {
    others = await fixture.store.delivery.relayEvents(10, async () => undefined);
  });
  expect(others).toBe(0);
});

test("events are purged so long after they were relayed, and never before", async () => {
  await fixture.store.delivery.saveEvents([event("evt_1")]);
  expect(await fixture.store.delivery.purgeEvents(new Date())).toBe(0);
  await relay();
  expect(await fixture.store.delivery.purgeEvents(later(1))).toBe(0);
  await fixture.database.query("UPDATE events SET relayed_at = $1", [start]);
  expect(await fixture.store.delivery.purgeEvents(start)).toBe(0);
  expect(await fixture.store.delivery.purgeEvents(later(1))).toBe(1);
});
