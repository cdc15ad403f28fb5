import { type Database, openDatabase } from "@ruaflow/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MetadataStore } from "../metadata-store.ts";
import { startMetadataStore } from "../testing/index.ts";
import type { NewSenderOverride } from "./sender-overrides.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;
let database: Database;
let owner: string;
let other: string;

beforeAll(async () => {
  running = await startMetadataStore();
  ({ store } = running);
  database = openDatabase(running.url, 2);
  [owner = "", other = ""] = await Promise.all([createOrganization(), createOrganization()]);
});

afterAll(async () => {
  await database.close();
  await running.stop();
});

const createOrganization = async () =>
  (await running.store.tenants.createOrganization({ name: "Example", plan: "plus" })).id;

const sample = { kind: "service", value: "SendGrid", ours: true, note: null, keyId: "key" } as const;

const create = (change: Partial<NewSenderOverride> = {}, organizationId = owner) =>
  store.sources.createSenderOverride(organizationId, { ...sample, ...change });

const list = async (organizationId: string) => (await store.sources.readSenderOverrides(organizationId)).map(toSaid);
const toSaid = ({ kind, value, ours, note }: NewSenderOverride) => ({ kind, value, ours, note });

test("an override is listed to its organization alone, and deleted by it alone", async () => {
  const created = await create({ note: "newsletters\u0000" });
  const override = created.kind === "created" ? created.override : expect.fail(created.kind);
  expect(await list(owner)).toEqual([{ kind: "service", value: "SendGrid", ours: true, note: "newsletters\ufffd" }]);
  expect(await list(other)).toEqual([]);
  expect(await store.sources.deleteSenderOverride(other, override.id)).toBe(false);
  expect(await store.sources.readSenderOverrides(owner)).toEqual([override]);
  expect(override).toMatchObject({ id: expect.stringMatching(/^ovr_/), createdBy: "key", createdAt: expect.any(Date) });
  expect(await store.sources.deleteSenderOverride(owner, override.id)).toBe(true);
  expect(await list(owner)).toEqual([]);
});

test("a value has one override of each kind, whatever its case, and each organization has its own", async () => {
  const both = await Promise.all([create({ value: "Mailchimp" }), create({ value: "mailchimp", ours: false })]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(["created", "duplicate"]);
  expect((await create({ kind: "domain", value: "mailchimp" })).kind).toBe("created");
  expect((await create({ value: "MAILCHIMP" }, other)).kind).toBe("created");
});

test("an organization has at most 1,000 overrides, also when many are created at once", async () => {
  const full = await createOrganization();
  await database.query(
    `INSERT INTO sender_overrides (id, organization_id, kind, value, ours, created_by)
     SELECT 'ovr_' || $1 || each, $1, 'domain', each || '.example', true, 'key' FROM generate_series(1, 998) AS each`,
    [full],
  );
  const results = await Promise.all(["a", "b", "c", "d"].map((value) => create({ value }, full)));
  expect(results.map(({ kind }) => kind).sort()).toEqual(["created", "created", "limit-reached", "limit-reached"]);
  expect(await list(full)).toHaveLength(1000);
});
