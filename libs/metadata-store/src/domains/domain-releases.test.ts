import { afterAll, beforeAll, expect, test } from "vitest";
import type { Arrival } from "../intake/arrivals.ts";
import { createSubmissionId } from "../intake/submissions.ts";
import type { MetadataStore } from "../metadata-store.ts";
import { executeSql, startMetadataStore } from "../testing/index.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;
let organizationId: string;
let unique = 0;

beforeAll(async () => {
  running = await startMetadataStore();
  store = running.store;
  organizationId = (await store.tenants.createOrganization({ name: "Example", plan: "free" })).id;
});

afterAll(() => running.stop());

async function addPending() {
  const domain = await store.domains.createDomain(organizationId, `domain-${unique++}.example`);
  if (domain === null) throw new Error("nothing was created");
  return domain;
}

/** Saves a submission of reports that wait for these domains. */
async function addHeld(...domainIds: string[]): Promise<string> {
  const id = createSubmissionId();
  const facts = { organizationId, channel: "upload", name: "x.xml", receivedAt: new Date("2026-03-01") } as const;
  await store.intake.archiveSubmissions([{ ...facts, id, body: Buffer.from("report") }]);
  const rest = { organizationId, reportId: null, outcome: "held", reason: null, detail: null, path: null } as const;
  await store.intake.saveArrivals(
    domainIds.map((domainId, entry): Arrival => ({ ...rest, submissionId: id, entry, domainId })),
  );
  return id;
}

const verify = (name: string) => store.domains.saveVerifiedDomains(organizationId, [name]);

test("reports wait while their claim is pending, then each submission is released once", async () => {
  const [domain, other] = [await addPending(), await addPending()];
  const id = await addHeld(other.id, domain.id, domain.id);
  expect(await store.domains.claimHeldSubmissions(10)).toEqual([]);
  await verify(domain.name);
  const facts = { organizationId, channel: "upload", name: "x.xml", receivedAt: new Date("2026-03-01") };
  expect(await store.domains.claimHeldSubmissions(10)).toEqual([{ id, ...facts, entries: [1, 2] }]);
  expect(await store.domains.claimHeldSubmissions(10)).toEqual([]);
});

test("a submission that is not finished can be claimed again after a minute; one with an outcome cannot", async () => {
  const domain = await addPending();
  const id = await addHeld(domain.id);
  await verify(domain.name);
  await store.domains.claimHeldSubmissions(10);
  await executeSql(running.url, "UPDATE arrivals SET released_at = now() - interval '2 minutes'");
  expect((await store.domains.claimHeldSubmissions(10)).map((submission) => submission.id)).toContain(id);
  const [held] = await store.intake.readArrivals([id]);
  if (held === undefined) throw new Error("the arrival is gone");
  await store.intake.saveArrivals([{ ...held, outcome: "stored" }]);
  await store.intake.saveArrivals([{ ...held, outcome: "duplicate" }]);
  expect((await store.intake.readArrivals([id])).map(({ outcome }) => outcome)).toEqual(["stored"]);
  await executeSql(running.url, "UPDATE arrivals SET released_at = now() - interval '2 minutes'");
  expect((await store.domains.claimHeldSubmissions(10)).map((submission) => submission.id)).not.toContain(id);
});

test("a report held before the verification but saved after it is released too", async () => {
  const domain = await addPending();
  await verify(domain.name);
  await store.domains.finishReleases();
  const id = await addHeld(domain.id);
  expect((await store.domains.claimHeldSubmissions(10)).map((submission) => submission.id)).toEqual([id]);
});

test("a domain without waiting reports is no longer checked after ten minutes", async () => {
  await executeSql(running.url, "DELETE FROM arrivals");
  await executeSql(running.url, "UPDATE domains SET verified_at = now() - interval '11 minutes' WHERE releasing");
  await store.domains.finishReleases();
  expect(await executeSql(running.url, "SELECT id FROM domains WHERE releasing")).toEqual([]);
});

test("a claim whose first verification failed still collects reports, one that has lost its proof does not", async () => {
  const domain = await addPending();
  await store.domains.failVerification(organizationId, domain.id);
  const findPending = async () =>
    (await store.domains.findDomainOwners([domain.name])).pending.map(({ domainId }) => domainId);
  expect(await findPending()).toEqual([domain.id]);
  await executeSql(running.url, `UPDATE domains SET verified_at = now() WHERE id = '${domain.id}'`);
  expect(await findPending()).toEqual([]);
});

test("a report that has waited for 30 days is deleted with its bytes", async () => {
  const domain = await addPending();
  const [old, young] = [await addHeld(domain.id), await addHeld(domain.id)];
  const age = (id: string, days: number) =>
    executeSql(
      running.url,
      `UPDATE arrivals SET created_at = now() - interval '${days} days' WHERE submission_id = '${id}'`,
    );
  await age(old, 31);
  await age(young, 29);
  expect(await store.domains.expireHeldReports()).toBe(1);
  expect(await store.intake.readArrivals([old])).toEqual([]);
  expect(await store.intake.readArrivals([young])).toHaveLength(1);
  await expect(store.intake.readSubmissionBody(old).next()).rejects.toThrow("is not kept");
});
