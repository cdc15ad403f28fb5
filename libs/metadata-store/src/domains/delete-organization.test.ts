import { afterAll, beforeAll, expect, test } from "vitest";
import { createSubmissionId } from "../intake/submissions.ts";
import { type DeliveryFixture, startDeliveryFixture } from "../testing/delivery-fixture.ts";

let fixture: DeliveryFixture;

beforeAll(async () => {
  fixture = await startDeliveryFixture();
});

afterAll(() => fixture.stop());

/** An organization with a key, a webhook, events, deliveries and a refused submission. */
async function createFullOrganization(): Promise<string> {
  const { store } = fixture;
  const organizationId = await fixture.createOrganization();
  await store.tenants.createApiKey(organizationId, { name: "key", scopes: ["reports:read"] });
  await fixture.createWebhook(organizationId);
  await fixture.queueEvents(organizationId, 2);
  const id = createSubmissionId();
  const facts = { id, organizationId, channel: "upload", name: "x", receivedAt: new Date() } as const;
  await store.intake.archiveSubmissions([{ ...facts, body: Buffer.from("bytes") }]);
  const none = { domainId: null, reportId: null, detail: null, path: null };
  const arrival = { ...none, submissionId: id, entry: 0, organizationId, outcome: "refused", reason: "x" } as const;
  await store.intake.saveArrivals([arrival]);
  return organizationId;
}

/** Rows of the organization in every table that has its id. */
async function countRows(organizationId: string): Promise<Record<string, number>> {
  const tables = await fixture.database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE column_name = 'organization_id' AND table_schema = 'public'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await fixture.database.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM ${name} WHERE organization_id = $1`,
      [organizationId],
    );
    if (row && row.total > 0) counts[name] = row.total;
  }
  return counts;
}

test("an organization is deleted from every table, with the bytes that arrived for it; others stay", async () => {
  const [gone, other] = [await createFullOrganization(), await createFullOrganization()];
  const before = await countRows(other);
  expect(Object.keys(await countRows(gone)).length).toBeGreaterThanOrEqual(6);
  expect(await fixture.store.domains.deleteOrganization(gone)).toBe("deleted");
  expect(await countRows(gone)).toEqual({});
  expect(await countRows(other)).toEqual(before);
  const bodies = await fixture.database.query("SELECT submission_id FROM submission_bodies");
  expect(bodies).toHaveLength(1);
  expect((await fixture.store.tenants.listOrganizations()).map(({ id }) => id)).not.toContain(gone);
  expect(await fixture.store.domains.deleteOrganization(gone)).toBe("unknown");
});

test("an organization with domains stays as it is", async () => {
  const organizationId = await createFullOrganization();
  await fixture.store.domains.createDomain(organizationId, "kept.example");
  const before = await countRows(organizationId);
  expect(await fixture.store.domains.deleteOrganization(organizationId)).toBe("has-domains");
  expect(await countRows(organizationId)).toEqual(before);
});
