import { randomBytes } from "node:crypto";
import { type Database, openDatabase } from "@ruaflow/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMetadataStore, type MetadataStore } from "../metadata-store.ts";
import type { Organization } from "../tenants/organizations.ts";
import { createSecretBox } from "../tenants/secret-box.ts";
import { startMetadataStore } from "../testing/index.ts";
import { WEBHOOKS_MAX } from "./webhooks.ts";

const secretsKey = randomBytes(32).toString("base64");
const settings = { url: "https://example.com/hook", events: ["report.received"], secret: null, active: true };

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;
let database: Database;
let organization: Organization;
let otherOrganization: Organization;

beforeAll(async () => {
  running = await startMetadataStore();
  store = await createMetadataStore({ url: running.url, secretsKey });
  database = openDatabase(running.url, 2);
  organization = await store.tenants.createOrganization({ name: "Example", plan: "plus" });
  otherOrganization = await store.tenants.createOrganization({ name: "Other", plan: "plus" });
});

afterAll(async () => {
  await database.close();
  await store.close();
  await running.stop();
});

async function create(changes: { secret?: string } = {}) {
  const webhook = await store.delivery.createWebhook(organization.id, { ...settings, ...changes });
  if (webhook === null) throw new Error("there are too many webhooks");
  return webhook;
}

test("a secret can be read back and is nowhere in the database in plain text", async () => {
  const secret = "a very secret secret";
  const { id, hasSecret } = await create({ secret });
  expect(hasSecret).toBe(true);
  expect(await store.delivery.readWebhookSecrets(organization.id, id)).toEqual([secret]);
  const [row] = await database.query<{ text: string; sealed: Buffer }>(
    "SELECT w::text AS text, sealed_secret AS sealed FROM webhooks w WHERE id = $1",
    [id],
  );
  expect(row?.text).not.toContain(secret);
  expect(row?.text).not.toContain(Buffer.from(secret).toString("hex"));
  expect(row?.sealed.length).toBe(12 + 16 + secret.length);
});

test("an encrypted secret can be decrypted only for its own webhook", async () => {
  const [first, second] = [
    await create({ secret: "the secret of one" }),
    await create({ secret: "the secret of two" }),
  ];
  await database.query(
    "UPDATE webhooks SET sealed_secret = (SELECT sealed_secret FROM webhooks WHERE id = $1) WHERE id = $2",
    [first.id, second.id],
  );
  await expect(store.delivery.readWebhookSecrets(organization.id, second.id)).rejects.toThrow();
});

test("an encrypted text with one changed bit cannot be decrypted", () => {
  const box = createSecretBox(secretsKey);
  const sealed = box.seal("wh_1", "secret");
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => box.open("wh_1", changed)).toThrow();
  }
  expect(box.open("wh_1", sealed)).toBe("secret");
});

test("after a new secret the previous one also signs for 24 hours; setting the same again changes nothing", async () => {
  const { id } = await create({ secret: "the first secret" });
  const readSecrets = () => store.delivery.readWebhookSecrets(organization.id, id);
  await store.delivery.updateWebhook(organization.id, id, { secret: "the first secret" });
  expect(await readSecrets()).toEqual(["the first secret"]);
  const updated = await store.delivery.updateWebhook(organization.id, id, { secret: "the second secret" });
  expect(await readSecrets()).toEqual(["the second secret", "the first secret"]);
  expect(updated?.previousSecretUntil?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  await database.query("UPDATE webhooks SET previous_secret_until = now() - interval '1 second' WHERE id = $1", [id]);
  expect(await readSecrets()).toEqual(["the second secret"]);
  expect(await store.delivery.readWebhook(organization.id, id)).toMatchObject({ previousSecretUntil: null });
});

test("removing the secret removes both", async () => {
  const { id } = await create({ secret: "the first secret" });
  await store.delivery.updateWebhook(organization.id, id, { secret: "the second secret" });
  expect(await store.delivery.updateWebhook(organization.id, id, { secret: null })).toMatchObject({ hasSecret: false });
  expect(await store.delivery.readWebhookSecrets(organization.id, id)).toEqual([]);
});

test("enabling a webhook resets its failures, any other change keeps them", async () => {
  const { id } = await create();
  await database.query(
    `UPDATE webhooks SET active = false, failure_count = 10, first_failed_at = now(), disabled_reason = 'failures'
     WHERE id = $1`,
    [id],
  );
  const changed = await store.delivery.updateWebhook(organization.id, id, { url: "https://example.com/other" });
  expect(changed).toMatchObject({ active: false, failureCount: 10, disabledReason: "failures" });
  const enabled = await store.delivery.updateWebhook(organization.id, id, { active: true });
  expect(enabled).toMatchObject({ active: true, failureCount: 0, disabledReason: null });
  const [row] = await database.query("SELECT first_failed_at FROM webhooks WHERE id = $1", [id]);
  expect(row).toEqual({ first_failed_at: null });
});

test("another organization can neither list, read, change nor delete a webhook, nor see its secrets", async () => {
  const webhook = await create({ secret: "the secret of one" });
  const { items } = await store.delivery.listWebhooks(otherOrganization.id, { page: 1, perPage: 100 });
  expect(items).toEqual([]);
  expect(await store.delivery.readWebhook(otherOrganization.id, webhook.id)).toBeNull();
  expect(await store.delivery.readWebhookSecrets(otherOrganization.id, webhook.id)).toBeNull();
  expect(
    await store.delivery.updateWebhook(otherOrganization.id, webhook.id, { secret: "x".repeat(16), active: false }),
  ).toBeNull();
  expect(await store.delivery.deleteWebhook(otherOrganization.id, webhook.id)).toBe(false);
  expect(await store.delivery.readWebhook(organization.id, webhook.id)).toEqual(webhook);
});

test("an organization has at most 50 webhooks, even when many are created at once", async () => {
  const { id } = await store.tenants.createOrganization({ name: "Many", plan: "plus" });
  const made = await Promise.all(
    Array.from({ length: WEBHOOKS_MAX + 5 }, () => store.delivery.createWebhook(id, settings)),
  );
  expect(made.filter((webhook) => webhook === null)).toHaveLength(5);
});

test.for(["", "short", randomBytes(31).toString("base64"), randomBytes(32).toString("hex")])(
  "a secrets key that is not 32 bytes in base64 is refused by name: %s",
  async (wrong) => {
    await expect(createMetadataStore({ url: running.url, secretsKey: wrong })).rejects.toThrow("RUAFLOW_SECRETS_KEY");
  },
);

test("opening the store with a different secrets key fails", async () => {
  const other = randomBytes(32).toString("base64");
  await expect(createMetadataStore({ url: running.url, secretsKey: other })).rejects.toThrow(
    "not the key that encrypted",
  );
  const again = await createMetadataStore({ url: running.url, secretsKey });
  await again.close();
});
