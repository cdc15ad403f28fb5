import { afterAll, beforeAll, expect, test } from "vitest";
import type { VouchedDomain } from "../domains/domains.ts";
import { executeSql, startMetadataStore } from "../testing/index.ts";
import type { Organization } from "./organizations.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let organization: Organization;
let otherOrganization: Organization;

beforeAll(async () => {
  running = await startMetadataStore();
  organization = await running.store.tenants.createOrganization({ name: "Example", plan: "plus" });
  otherOrganization = await running.store.tenants.createOrganization({ name: "Other", plan: "free" });
});

afterAll(() => running.stop());

test("an organization is listed as it was created", async () => {
  const { store } = running;
  expect(organization).toMatchObject({
    id: expect.stringMatching(/^org_[0-9a-z]{26}$/),
    name: "Example",
    plan: "plus",
  });
  expect(await store.tenants.listOrganizations()).toEqual([organization, otherOrganization]);
});

test("a claim starts as pending, with a verification token of 160 bits and its own mailbox", async () => {
  const { store } = running;
  const domain = await store.domains.createDomain(organization.id, "claimed.example");
  expect(domain).toMatchObject({
    id: expect.stringMatching(/^dom_/),
    name: "claimed.example",
    status: "pending",
    verificationToken: expect.stringMatching(/^[0-9a-z]{32}$/),
    verifiedAt: null,
  });
  const other = await store.domains.createDomain(otherOrganization.id, "claimed.example");
  expect(other?.mailboxToken).not.toBe(domain?.mailboxToken);
  expect(await store.domains.readDomain(organization.id, domain?.id ?? "")).toEqual(domain);
});

test("claiming a name twice is refused", async () => {
  expect(await running.store.domains.createDomain(organization.id, "twice.example")).not.toBeNull();
  expect(await running.store.domains.createDomain(organization.id, "twice.example")).toBeNull();
});

test("another organization's domain reads like one that does not exist", async () => {
  const domain = await running.store.domains.createDomain(organization.id, "private.example");
  expect(await running.store.domains.readDomain(otherOrganization.id, domain?.id ?? "")).toBeNull();
});

test("names saved as verified are verified once, keep their ids, and take over the organization's pending claim", async () => {
  const { store } = running;
  const claim = await store.domains.createDomain(organization.id, "b.bulk.example");
  const first = await store.domains.saveVerifiedDomains(organization.id, [
    "a.bulk.example",
    "b.bulk.example",
    "a.bulk.example",
  ]);
  expect(first.taken).toEqual([]);
  expect(first.verified.map(({ name }) => name)).toEqual(["a.bulk.example", "b.bulk.example"]);
  expect(first.verified[1]?.domainId).toBe(claim?.id);
  expect(await store.domains.saveVerifiedDomains(organization.id, ["a.bulk.example", "b.bulk.example"])).toEqual(first);
  expect(await store.domains.readDomain(organization.id, claim?.id ?? "")).toMatchObject({
    status: "verified",
    verifiedAt: expect.any(Date),
  });
});

test("each newly verified name has one event if the organization subscribes, and none is verified when the event cannot be saved", async () => {
  const { store } = running;
  const reported: string[] = [];
  const toEvent = ({ organizationId, domainId, domain, createdAt }: VouchedDomain) => {
    reported.push(domain);
    return {
      id: `evt_${domain}`,
      type: "domain.verified",
      organizationId,
      domainId,
      createdAt,
      body: Buffer.from("{}"),
    };
  };
  await store.domains.saveVerifiedDomains(organization.id, ["unreported.example"], { toEvent });
  expect(reported).toEqual([]);
  await store.delivery.createWebhook(organization.id, {
    url: "https://hooks.example",
    events: ["domain.verified"],
    active: true,
    secret: null,
  });
  await store.domains.createDomain(organization.id, "claimed.reported.example");
  const names = ["new.reported.example", "claimed.reported.example"];
  const failing = store.domains.saveVerifiedDomains(organization.id, names, {
    toEvent: () => {
      throw new Error("no event");
    },
  });
  await expect(failing).rejects.toThrow("no event");
  await store.domains.saveVerifiedDomains(organization.id, names, { toEvent });
  await store.domains.saveVerifiedDomains(organization.id, [...names, "third.reported.example"], { toEvent });
  expect(reported.sort()).toEqual(["claimed.reported.example", "new.reported.example", "third.reported.example"]);
  const saved = await executeSql(running.url, "SELECT id FROM events WHERE type = 'domain.verified' ORDER BY id");
  expect(saved.map(({ id }) => id)).toEqual(reported.map((domain) => `evt_${domain}`));
});

test("a name has one verified owner: for other organizations it is taken", async () => {
  const { store } = running;
  await store.domains.saveVerifiedDomains(organization.id, ["owned.example"]);
  await store.domains.createDomain(otherOrganization.id, "owned.example");
  const attempt = await store.domains.saveVerifiedDomains(otherOrganization.id, ["owned.example", "free.example"]);
  expect(attempt.taken).toEqual(["owned.example"]);
  expect(attempt.verified.map(({ name }) => name)).toEqual(["free.example"]);
});

test("when several organizations get one name at the same moment, one owns it", async () => {
  const { store } = running;
  const names = Array.from({ length: 20 }, (_, index) => `race-${index}.example`);
  const [one, two] = await Promise.all([
    store.domains.saveVerifiedDomains(organization.id, names),
    store.domains.saveVerifiedDomains(otherOrganization.id, [...names].reverse()),
  ]);
  expect([...one.verified, ...two.verified].map(({ name }) => name).sort()).toEqual([...names].sort());
});

test("owners are found by name: the verified one and every pending claim", async () => {
  const { store } = running;
  const { verified } = await store.domains.saveVerifiedDomains(organization.id, ["found.example"]);
  const pending = await store.domains.createDomain(otherOrganization.id, "found.example");
  const claims = await store.domains.findDomainOwners([
    "mail.found.example",
    "found.example",
    "example",
    "found.example",
  ]);
  expect(claims).toEqual({
    verified: [{ name: "found.example", domainId: verified[0]?.domainId, organizationId: organization.id }],
    deleted: [],
    pending: [{ name: "found.example", domainId: pending?.id, organizationId: otherOrganization.id }],
  });
});

test("domains are listed by name, page by page, and only the organization's own", async () => {
  const { store } = running;
  const own = await store.tenants.createOrganization({ name: "Lists", plan: "free" });
  await store.domains.saveVerifiedDomains(own.id, ["c.list.example", "a.list.example", "b.list.example"]);
  const first = await store.domains.listDomains(own.id, { page: 1, perPage: 2 });
  const second = await store.domains.listDomains(own.id, { page: 2, perPage: 2 });
  expect(first.items.map(({ name }) => name)).toEqual(["a.list.example", "b.list.example"]);
  expect(second.items.map(({ name }) => name)).toEqual(["c.list.example"]);
  expect([first.total, second.total]).toEqual([3, 3]);
});
