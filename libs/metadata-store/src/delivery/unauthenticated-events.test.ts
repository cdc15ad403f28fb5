import { migrate } from "@ruaflow/postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DeliveryFixture, start, startDeliveryFixture } from "../testing/delivery-fixture.ts";
import { executeSql, startPostgres } from "../testing/index.ts";

let fixture: DeliveryFixture;
let organizationId: string;
let closed: string;
let open: string;
let unique = 0;

beforeAll(async () => {
  fixture = await startDeliveryFixture();
});

afterAll(() => fixture.stop());

beforeEach(async () => {
  organizationId = await fixture.createOrganization();
  closed = await fixture.createWebhook(organizationId);
  open = await fixture.createWebhook(organizationId);
  await fixture.store.delivery.updateWebhook(organizationId, open, { includeUnauthenticated: true });
});

/** An event of a report whose sender is proven, and one of a report whose sender is not. */
async function happen() {
  const facts = { type: "report.received", organizationId, domainId: "dom_1", createdAt: start };
  const toEvent = (id: string, unauthenticated: boolean) => ({
    ...facts,
    id,
    body: Buffer.from("{}"),
    unauthenticated,
  });
  const number = unique++;
  await fixture.store.delivery.saveEvents([
    toEvent(`evt_proven_${number}`, false),
    toEvent(`evt_forged_${number}`, true),
  ]);
  await fixture.relay();
  return { proven: `evt_proven_${number}`, forged: `evt_forged_${number}` };
}

async function readQueued(webhookId: string) {
  const { items } = await fixture.store.delivery.listDeliveries(organizationId, { webhookId, page: 1, perPage: 10 });
  return items.map(({ eventId }) => eventId).sort();
}

test("an event of a report whose sender is not proven is queued only for webhooks that want it", async () => {
  const { proven, forged } = await happen();
  expect([await readQueued(closed), await readQueued(open)]).toEqual([[proven], [forged, proven]]);
});

test("a recovery does not deliver it to the others", async () => {
  await fixture.store.delivery.updateWebhook(organizationId, closed, { active: false });
  const { proven } = await happen();
  await fixture.store.delivery.updateWebhook(organizationId, closed, { active: true });
  const recovered = await fixture.store.delivery.recoverDeliveries(organizationId, {
    webhookId: closed,
    since: start,
    now: start,
  });
  expect([recovered, await readQueued(closed)]).toEqual([{ queued: 1, left: 0 }, [proven]]);
});

test.for([
  [false, ["proven"]],
  [true, ["forged", "proven"]],
] as const)("a listener that wants it (%s) sees %j", async ([includeUnauthenticated, expected]) => {
  const listener = fixture.store.delivery.createListener(organizationId, ["report.received"], includeUnauthenticated);
  const position = await fixture.store.delivery.startFeed(listener);
  await happen();
  const { events } = await fixture.store.delivery.readFeed(listener, { position, eventsMax: 10 });
  expect(events.map(({ id }) => id.split("_")[1]).sort()).toEqual(expected);
});

test("it is wanted once a subscriber of report.received asks for it", async () => {
  const isWanted = async (id: string) =>
    (await fixture.store.delivery.readWantedEvents([id])).get(id)?.unauthenticatedReports;
  const other = await fixture.createOrganization();
  await fixture.createWebhook(other);
  const failures = await fixture.createWebhook(other, ["report.failure"]);
  await fixture.store.delivery.updateWebhook(other, failures, { includeUnauthenticated: true });
  expect([await isWanted(organizationId), await isWanted(other)]).toEqual([true, false]);
});

test("webhooks of an earlier release receive it only where the organization counts such reports", async () => {
  const postgres = await startPostgres();
  try {
    const folder = new URL("../migrations/", import.meta.url);
    await migrate(postgres.url, folder, { upTo: 24 });
    for (const counts of [true, false]) {
      await executeSql(
        postgres.url,
        `INSERT INTO organizations (id, name, plan, count_unauthenticated) VALUES ('org_${counts}', 'x', 'plus', ${counts});
         INSERT INTO webhooks (id, organization_id, url, events, active)
         VALUES ('wh_${counts}', 'org_${counts}', 'https://example.com/', '{report.received}', true)`,
      );
    }
    await migrate(postgres.url, folder);
    expect(await executeSql(postgres.url, "SELECT id FROM webhooks WHERE include_unauthenticated")).toEqual([
      { id: "wh_true" },
    ]);
  } finally {
    await postgres.stop();
  }
});
