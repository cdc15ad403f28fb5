import { afterAll, beforeAll, expect, test } from "vitest";
import type { Arrival, ArrivalOutcome } from "../intake/arrivals.ts";
import { createSubmissionId } from "../intake/submissions.ts";
import { createMetadataStore, type MetadataStore } from "../metadata-store.ts";
import { aClaim } from "../testing/a-claim.ts";
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

async function addDomain(): Promise<string> {
  const { verified } = await store.domains.saveVerifiedDomains(organizationId, [`domain-${unique++}.example`]);
  const [domain] = verified;
  if (domain === undefined) throw new Error("nothing was saved");
  return domain.domainId;
}

const addPending = async () => {
  const domain = await store.domains.createDomain(organizationId, `domain-${unique++}.example`);
  if (domain === null) throw new Error("nothing was created");
  return domain;
};

/** Saves a submission whose entries belong to these domains and have these outcomes. */
async function addSubmission(...entries: { domainId: string; outcome: ArrivalOutcome }[]): Promise<string> {
  const id = createSubmissionId();
  const facts = { organizationId, channel: "upload", name: "x.zip", receivedAt: new Date() } as const;
  await store.intake.archiveSubmissions([{ ...facts, id, body: Buffer.from(`body of ${id}`) }]);
  const rest = { reportId: null, reason: null, detail: null, path: "x.xml" };
  await store.intake.saveArrivals(
    entries.map((given, entry): Arrival => ({ ...rest, ...given, organizationId, submissionId: id, entry })),
  );
  return id;
}

async function hasBody(submissionId: string): Promise<boolean> {
  const sql = `SELECT 1 FROM submission_bodies WHERE submission_id = '${submissionId}'`;
  return (await executeSql(running.url, sql)).length > 0;
}

async function remove(domainId: string): Promise<void> {
  await store.domains.beginDeletion(organizationId, domainId);
  await store.domains.deleteDomainData([{ organizationId, domainId }]);
  await store.domains.finishDeletions([{ organizationId, domainId }]);
}

const listOutcomes = async (submissionId: string) =>
  (await store.intake.readArrivals([submissionId])).map(({ outcome }) => outcome);

test("submissions with reports of this domain only are deleted, also more than one step deletes", async () => {
  const [domainId, other] = [await addDomain(), await addDomain()];
  const stays = await addSubmission({ domainId: other, outcome: "stored" });
  const ids = await Promise.all(Array.from({ length: 1100 }, () => addSubmission({ domainId, outcome: "stored" })));
  await remove(domainId);
  expect(await store.intake.readArrivals(ids)).toEqual([]);
  for (const table of ["submissions WHERE id", "submission_bodies WHERE submission_id"]) {
    const list = ids.map((id) => `'${id}'`).join(",");
    expect(await executeSql(running.url, `SELECT 1 FROM ${table} IN (${list})`)).toEqual([]);
  }
  expect([await hasBody(stays), await listOutcomes(stays)]).toEqual([true, ["stored"]]);
}, 60_000);

test("a submission that also has reports of other domains loses its bytes and keeps their outcomes", async () => {
  const [domainId, other] = [await addDomain(), await addDomain()];
  const shared = await addSubmission({ domainId, outcome: "stored" }, { domainId: other, outcome: "stored" });
  await remove(domainId);
  expect([await hasBody(shared), await listOutcomes(shared)]).toEqual([false, ["stored"]]);
});

test("a submission keeps its bytes while another report in it is held", async () => {
  const domainId = await addDomain();
  const waiting = await addPending();
  const shared = await addSubmission({ domainId, outcome: "stored" }, { domainId: waiting.id, outcome: "held" });
  await remove(domainId);
  await store.domains.eraseBodies();
  expect([await hasBody(shared), await listOutcomes(shared)]).toEqual([true, ["held"]]);
  const [held] = await store.intake.readArrivals([shared]);
  if (held === undefined) throw new Error("the arrival is gone");
  await store.intake.saveArrivals([{ ...held, outcome: "stored" }]);
  await store.domains.eraseBodies();
  expect([await hasBody(shared), await listOutcomes(shared)]).toEqual([false, ["stored"]]);
});

test("the submission of a report that is still pending in the ledger is deleted too", async () => {
  const domainId = await addDomain();
  const submissionId = await addSubmission();
  const claim = aClaim({ organizationId, domainId, submissionId });
  const claims = [claim];
  expect((await store.reports.claimReports(claims)).results).toEqual(["new"]);
  await remove(domainId);
  expect(await hasBody(submissionId)).toBe(false);
  expect((await store.reports.findKnownReports([claim.reportKey])).size).toBe(0);
  expect((await store.reports.claimReports(claims)).results).toEqual(["dropped"]);
});

test("refused entries that state the domain or a name below it are deleted, others' and other names stay", async () => {
  const name = `stated-${unique++}.example`;
  const [domain] = (await store.domains.saveVerifiedDomains(organizationId, [name])).verified;
  const other = await store.tenants.createOrganization({ name: "Other", plan: "free" });
  const refuse = async (domainName: string, given: Partial<Arrival> = {}) => {
    const id = await addSubmission();
    const rest = { domainId: null, reportId: null, reason: "unknown-domain", detail: null, path: null };
    const arrival = { ...rest, submissionId: id, entry: 0, organizationId, outcome: "refused" as const };
    await store.intake.saveArrivals([{ ...arrival, domain: domainName, ...given }]);
    return id;
  };
  const gone = [await refuse(name), await refuse(`a.b.${name}`)];
  const stays = [
    await refuse(`not-${name}`),
    await refuse("example"),
    await refuse(name, { organizationId: other.id }),
    await refuse(name, { outcome: "not-aggregate" }),
  ];
  const late = async () => {
    const id = await refuse(name);
    await store.domains.deleteDomainData([{ organizationId, domainId: domain?.domainId ?? "" }]);
    return hasBody(id);
  };
  await remove(domain?.domainId ?? "");
  expect(await Promise.all(gone.map(hasBody))).toEqual([false, false]);
  expect(await store.intake.readArrivals(gone)).toEqual([]);
  expect(await Promise.all(stays.map(hasBody))).toEqual([true, true, true, true]);
  expect(await late()).toBe(false);
  await store.domains.createDomain(organizationId, name);
  expect(await late()).toBe(true);
});

test("a deleted domain's name is known for eight days, to its organization", async () => {
  const name = `known-${unique++}.example`;
  const [domain] = (await store.domains.saveVerifiedDomains(organizationId, [name])).verified;
  const domainId = domain?.domainId ?? "";
  const listDeleted = async () => (await store.domains.findDomainOwners([name])).deleted;
  expect(await listDeleted()).toEqual([]);
  await store.domains.beginDeletion(organizationId, domainId);
  expect(await listDeleted()).toEqual([{ name, domainId, organizationId }]);
  await remove(domainId);
  expect(await listDeleted()).toEqual([{ name, domainId, organizationId }]);
  const old = `UPDATE deleted_domains SET deleted_at = now() - interval '9 days' WHERE domain_id = '${domainId}'`;
  await executeSql(running.url, old);
  await store.domains.finishDeletions([{ organizationId, domainId }]);
  expect(await listDeleted()).toEqual([]);
});

test("events of the domain are deleted with their deliveries; another domain's stay", async () => {
  const [domainId, other] = [await addDomain(), await addDomain()];
  const event = { type: "report.received", organizationId, createdAt: new Date(), body: Buffer.from("{}") };
  await store.delivery.saveEvents([
    { ...event, id: "evt_gone", domainId },
    { ...event, id: "evt_stays", domainId: other },
  ]);
  await remove(domainId);
  expect(await executeSql(running.url, "SELECT id FROM events")).toEqual([{ id: "evt_stays" }]);
});

test("only the domain's organization can begin a deletion, and only once", async () => {
  const domainId = await addDomain();
  const otherOrganization = await store.tenants.createOrganization({ name: "Other", plan: "free" });
  expect(await store.domains.beginDeletion(otherOrganization.id, domainId)).toBe("unknown");
  expect(await store.domains.beginDeletion(organizationId, domainId)).toBe("begun");
  expect(await store.domains.beginDeletion(organizationId, domainId)).toBe("deleting");
  expect(await store.domains.listDomainsToDelete(100)).toContainEqual({ organizationId, domainId });
  await remove(domainId);
});

test("a deleted id is checked again after seconds, then less and less often, for eight days", async () => {
  const domainId = await addDomain();
  await remove(domainId);
  const readDelay = async (age: string) => {
    const since = `UPDATE deleted_domains SET deleted_at = now() - interval '${age}' WHERE domain_id = '${domainId}'`;
    await executeSql(running.url, since);
    await store.domains.finishDeletions([{ organizationId, domainId }]);
    const sql = `SELECT round(extract(epoch from next_check_at - now()))::int AS s FROM deleted_domains
      WHERE domain_id = '${domainId}'`;
    return (await executeSql(running.url, sql))[0]?.s;
  };
  expect(await readDelay("1 second")).toBe(15);
  expect(await readDelay("1 hour")).toBe(3600);
  expect(await readDelay("9 days")).toBe(null);
});

test("only one process deletes at a time", async () => {
  const elsewhere = await createMetadataStore({ url: running.url });
  const turns: string[] = [];
  await store.domains.withDeletionLock(async () => {
    await elsewhere.domains.withDeletionLock(async () => void turns.push("inner"));
  });
  await elsewhere.domains.withDeletionLock(async () => void turns.push("after"));
  await elsewhere.close();
  expect(turns).toEqual(["after"]);
});
