import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DeliveryFixture, start, startDeliveryFixture } from "../testing/delivery-fixture.ts";
import type { EventListener } from "./event-listeners.ts";

let fixture: DeliveryFixture;
let organizationId: string;
let listener: EventListener;

beforeAll(async () => {
  fixture = await startDeliveryFixture();
});

afterAll(() => fixture.stop());

beforeEach(async () => {
  await fixture.database.query("DELETE FROM events");
  organizationId = await fixture.createOrganization();
  listener = fixture.store.delivery.createListener(organizationId, ["report.received"]);
});

async function happen(id: string, changes: { readonly type?: string; readonly organizationId?: string } = {}) {
  const event = { id, type: "report.received", organizationId, domainId: "dom_1", createdAt: start, ...changes };
  await fixture.store.delivery.saveEvents([{ ...event, body: Buffer.from("{}") }]);
  await fixture.relay();
}

async function readWanted(): Promise<string[]> {
  const wanted = (await fixture.store.delivery.readWantedEvents([organizationId])).get(organizationId);
  return [...(wanted?.types ?? [])].sort();
}

test("a listener subscribes until it expires or is deleted", async () => {
  expect(await readWanted()).toEqual([]);
  await fixture.store.delivery.renewListener(listener, 60_000);
  expect(await readWanted()).toEqual(["report.received"]);
  await fixture.store.delivery.renewListener(listener, -1);
  expect(await readWanted()).toEqual([]);
  await fixture.store.delivery.renewListener(listener, 60_000);
  await fixture.store.delivery.deleteListener(listener);
  expect(await readWanted()).toEqual([]);
});

test("the wanted events of an organization include those of its inactive webhooks and of no other organization", async () => {
  const webhookId = await fixture.createWebhook(organizationId, ["report.received", "alert.triggered"]);
  await fixture.store.delivery.updateWebhook(organizationId, webhookId, { active: false });
  await fixture.createWebhook(await fixture.createOrganization(), ["domain.verified"]);
  expect(await readWanted()).toEqual(["alert.triggered", "report.received"]);
});

test("a feed returns each event since its start once, of its organization and types only", async () => {
  await happen("evt_before");
  let position = await fixture.store.delivery.startFeed(listener);
  await happen("evt_1");
  await happen("evt_other_type", { type: "alert.triggered" });
  await happen("evt_other_organization", { organizationId: await fixture.createOrganization() });
  const read = async () => {
    const feed = await fixture.store.delivery.readFeed(listener, { position, eventsMax: 10 });
    position = feed.position;
    return feed.events.map(({ id }) => id);
  };
  expect(await read()).toEqual(["evt_1"]);
  await happen("evt_2");
  expect(await read()).toEqual(["evt_2"]);
  expect(await read()).toEqual([]);
});

test("a feed does not return events from the seconds before its start", async () => {
  for (const secondsAgo of [1, 8, 12, 18]) {
    await happen(`evt_ago_${secondsAgo}`);
    await fixture.database.query("UPDATE events SET relayed_at = now() - make_interval(secs => $2) WHERE id = $1", [
      `evt_ago_${secondsAgo}`,
      secondsAgo,
    ]);
  }
  const position = await fixture.store.delivery.startFeed(listener);
  expect((await fixture.store.delivery.readFeed(listener, { position, eventsMax: 10 })).events).toEqual([]);
});

test("an event that becomes visible after a later one is in the feed too", async () => {
  const position = await fixture.store.delivery.startFeed(listener);
  await happen("evt_late");
  await happen("evt_early");
  const hide = "UPDATE events SET relayed_at = $2 WHERE id = $1";
  await fixture.database.query(hide, ["evt_late", null]);
  const first = await fixture.store.delivery.readFeed(listener, { position, eventsMax: 10 });
  await fixture.database.query(hide, ["evt_late", new Date(first.position.since.getTime() - 5000)]);
  const second = await fixture.store.delivery.readFeed(listener, { position: first.position, eventsMax: 10 });
  expect([first, second].map(({ events }) => events.map(({ id }) => id))).toEqual([["evt_early"], ["evt_late"]]);
});
