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

const DAY = "'2026-01-01'";
/** Rows that the function above does not write, of organization $1 and its domain $2. */
const ROWS = [
  `share_links (id, organization_id, key_id, token_hash, name, domain_id, created_at, expires_at)
   SELECT 'shr' || $2, $1::text, id, sha256('x'), 'x', $2, now(), now() FROM api_keys WHERE organization_id = $1 LIMIT 1`,
  `saved_views (id, organization_id, key_id, name, address, created_at)
   SELECT 'sav' || $2, $1::text, id, 'x', '/', now() FROM api_keys WHERE organization_id = $1 LIMIT 1`,
  `event_listeners (id, organization_id, events, expires_at) VALUES ('lis' || $2, $1, '{report.received}', now())`,
  `idempotent_requests (organization_id, route, key, attempt) VALUES ($1, 'POST /x', $2, 'a')`,
  "domain_watches (organization_id, domain_id, due_at) VALUES ($1, $2, now())",
  `domain_dns (organization_id, domain_id, record, host, state, found, detail, checked_at)
   VALUES ($1, $2, 'dmarc', 'example.com', 'ok', '{}', '', now())`,
  `domain_reports VALUES ($2, $1, now(), ${DAY}, 1, 1, 1, 1, 1, 1, 1, 1)`,
  `dns_history (organization_id, domain_id, record, host, differences, checked_at)
   VALUES ($1, $2, 'dmarc', 'example.com', '{}', now())`,
  `alerts (id, organization_id, domain_id, rule, state, summary, value, threshold, triggered_at)
   VALUES ('alr' || $2, $1, $2, 'pass_rate', 'triggered', 'low', 1, 2, now())`,
  `attention (id, organization_id, domain_id, reason, opened_at, new_at, summary, value, threshold, weight)
   VALUES ('att' || $2, $1, $2, 'silence', now(), now(), 'quiet', 3, 3, 53)`,
  "mail_verdicts (organization_id, domain_id, judged_at) VALUES ($1, $2, now())",
  `report_ledger (report_key, report_id, organization_id, domain_id, content_hash, day, expected_records,
     expected_messages, state, attempt, submission_id, entry)
   VALUES (sha256(convert_to($2, 'UTF8')), 'rpt' || $2, $1, $2, '', ${DAY}, 1, 1, 'pending', 1, 'sub' || $2, 0)`,
  `report_days (organization_id, domain_id, day, reports, messages, passed, spf_passed, dkim_passed)
   VALUES ($1, $2, ${DAY}, 1, 1, 1, 1, 1)`,
  `report_sequences (organization_id, last_sequence) VALUES ($1, length($2))`,
  `stored_reports (organization_id, domain_id, sequence, report_id, day, reporter, period_begin, period_end, received_at,
     messages, passed, spf_passed, dkim_passed)
   VALUES ($1, $2, 1, 'rpt' || $2, ${DAY}, 'google.com', ${DAY}, ${DAY}, ${DAY}, 1, 1, 1, 1)`,
  `stored_reports_due (organization_id, domain_id) VALUES ($1, $2)`,
  `displaced_reports (report_id, organization_id, domain_id, day) VALUES ('rpt' || $2, $1, $2, ${DAY})`,
  `late_row_checks (report_id, organization_id, domain_id, day, next_check_at) VALUES ('rpt' || $2, $1, $2, ${DAY}, now())`,
  `source_positions (organization_id, last_sequence) VALUES ($1, length($2))`,
  "reporters VALUES ($1, $2, now())",
  "row_changes (organization_id, begun_at) SELECT $1, now() WHERE $2 <> ''",
  "verdict_states (domain_id, organization_id, basis, judged_at, took_ms) VALUES ($2, $1, 'rules', now(), 1)",
  `sender_overrides (id, organization_id, kind, value, ours, created_by)
   VALUES ('ovr' || $2, $1, 'domain', 'example.com', true, 'key')`,
];

async function listTables(): Promise<string[]> {
  const tables = await fixture.database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE column_name = 'organization_id' AND table_schema = 'public'`,
  );
  return tables.map(({ name }) => name);
}

/** Rows of the organization in every table that has its id. */
async function countRows(organizationId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of await listTables()) {
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

test("after its domains an organization leaves nothing in any table, except marks against rows that arrive late", async () => {
  const { store, database } = fixture;
  const organizationId = await createFullOrganization();
  await store.domains.saveVerifiedDomains(organizationId, ["every-table.example"]);
  const [domain] = (await store.domains.listDomains(organizationId, { page: 1, perPage: 1 })).items;
  const gone = { organizationId, domainId: domain?.id ?? "" };
  for (const row of ROWS) await database.query(`INSERT INTO ${row}`, [organizationId, gone.domainId]);
  expect(Object.keys(await countRows(organizationId)).sort()).toEqual(
    (await listTables()).filter((name) => name !== "deleted_domains").sort(),
  );
  await store.domains.beginDeletion(organizationId, gone.domainId);
  await store.domains.deleteDomainData([gone]);
  await store.domains.finishDeletions([gone]);
  expect(await store.domains.deleteOrganization(organizationId)).toBe("deleted");
  expect(await countRows(organizationId)).toEqual({ deleted_domains: 1 });
});

test("an organization with domains stays as it is", async () => {
  const organizationId = await createFullOrganization();
  await fixture.store.domains.createDomain(organizationId, "kept.example");
  const before = await countRows(organizationId);
  expect(await fixture.store.domains.deleteOrganization(organizationId)).toBe("has-domains");
  expect(await countRows(organizationId)).toEqual(before);
});
