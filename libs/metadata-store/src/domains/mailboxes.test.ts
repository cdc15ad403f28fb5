import { afterAll, beforeAll, expect, test } from "vitest";
import type { MetadataStore } from "../metadata-store.ts";
import { startMetadataStore } from "../testing/index.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;

beforeAll(async () => {
  running = await startMetadataStore();
  store = running.store;
});

afterAll(() => running.stop());

async function addDomain(name: string) {
  const organizationId = (await store.tenants.createOrganization({ name, plan: "free" })).id;
  const domain = await store.domains.createDomain(organizationId, name);
  if (domain === null) throw new Error("nothing was created");
  return { organizationId, domainId: domain.id, token: domain.mailboxToken };
}

test("mailboxes are found by token in every organization, claims that are not verified included; unknown tokens are not", async () => {
  const [first, second] = [await addDomain("one.example"), await addDomain("two.example")];
  const found = await store.domains.findMailboxes([second.token, "unknown", first.token, first.token]);
  expect([...found.entries()].sort()).toEqual(
    [
      [first.token, first],
      [second.token, second],
    ].sort(),
  );
  expect((await store.domains.findMailboxes([])).size).toBe(0);
});

test("the mailbox of a domain that is being deleted no longer exists", async () => {
  const { organizationId, domainId, token } = await addDomain("gone.example");
  expect((await store.domains.findMailboxes([token])).has(token)).toBe(true);
  await store.domains.beginDeletion(organizationId, domainId);
  expect((await store.domains.findMailboxes([token])).size).toBe(0);
});
