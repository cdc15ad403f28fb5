import {
  startUploadServer,
  type TestSender,
  type TestUploadServer,
  writeMail,
  writeReport,
} from "@ruaflow/ingest/testing";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { observeHeld } from "./observe-held.ts";
import { createReleaseRound } from "./release-round.ts";

let server: TestUploadServer;
let owner: TestSender;
let stranger: TestSender;

beforeAll(async () => {
  const unclaimed = { reportsMax: 5, bytesMax: 1_000_000, allReportsMax: 100, allBytesMax: 1_000_000 };
  server = await startUploadServer(1024 * 1024, { unclaimed });
});

afterAll(() => server.stop());

beforeEach(async () => {
  [owner, stranger] = [await server.createOrganization(name("o")), await server.createOrganization(name("s"))];
});

let unique = 0;
const name = (label: string) => `${label}${unique++}.example`;

type Way = "upload" | "import" | "smtp" | "imap";

/** Submits a report that came by the organization's way. */
async function send(domain: string, organizationId: string | null, channel: Way = "upload") {
  const submission = { id: createSubmissionId(), receivedAt: new Date(), name: "r.xml", channel } as const;
  const body = (async function* () {
    yield channel === "upload" || channel === "import" ? writeReport(domain) : writeMail("r.xml", writeReport(domain));
  })();
  const { entries } = await server.ingest.submit({ ...submission, body }, { organizationId, addDomains: false });
  const [entry] = entries;
  return { id: submission.id, outcome: entry?.outcome, reason: entry?.reason, detail: entry?.detail ?? "" };
}

const release = () => createReleaseRound(server)(new AbortController().signal);

const readOutcomes = async (id: string) =>
  (await server.metadata.intake.readArrivals([id])).map(({ outcome, organizationId }) => [outcome, organizationId]);

const countInLog = async (id: string) =>
  (await server.readReports()).filter(({ submissionId }) => submissionId === id).length;

test.each<Way>(["upload", "import", "smtp", "imap"])(
  "a report on an unknown domain that came by %s is held, counts nowhere, and is released once the domain is added",
  async (way) => {
    const domain = name("later");
    const { id, ...held } = await send(`mail.${domain}`, owner.id, way);
    expect(held).toMatchObject({ outcome: "held", reason: "unknown-domain" });
    await release();
    expect([await readOutcomes(id), await countInLog(id)]).toEqual([[["held", owner.id]], 0]);
    await server.metadata.domains.saveVerifiedDomains(owner.id, [domain]);
    await release();
    expect([await readOutcomes(id), await countInLog(id)]).toEqual([[["accepted", owner.id]], 1]);
  },
);

test("a report waits through the claim of its domain until DNS proves it", async () => {
  const domain = name("claimed");
  const { id } = await send(domain, owner.id);
  const claim = await server.metadata.domains.createDomain(owner.id, domain);
  await release();
  expect(await readOutcomes(id)).toEqual([["held", owner.id]]);
  const event = { id: "evt", type: "domain.verified", organizationId: owner.id, createdAt: new Date() } as const;
  await server.metadata.domains.verifyDomain(owner.id, {
    domainId: claim?.id ?? "",
    verifiedAt: new Date(),
    policy: null,
    event: { ...event, domainId: claim?.id ?? "", body: Buffer.from("{}") },
  });
  await release();
  expect(await readOutcomes(id)).toEqual([["accepted", owner.id]]);
});

test("another organization that verifies the domain gets nothing that a stranger sent, nor a domain of a similar name", async () => {
  const domain = name("wanted");
  const { id } = await send(domain, stranger.id);
  await server.metadata.domains.saveVerifiedDomains(owner.id, [domain]);
  await server.metadata.domains.saveVerifiedDomains(stranger.id, [`x-${domain}`, `x.${domain}`, domain.slice(1)]);
  await release();
  expect(await server.metadata.intake.readArrivals([id])).toMatchObject([
    { outcome: "held", organizationId: stranger.id, domainId: null },
  ]);
  expect(await countInLog(id)).toBe(0);
  const again = await send(domain, stranger.id);
  expect(again).toMatchObject({ outcome: "held", reason: "unknown-domain" });
});

test("a report that came by no organization's way is refused", async () => {
  expect(await send(name("none"), null, "imap")).toMatchObject({ outcome: "refused", reason: "unknown-domain" });
});

test("the organization and the operator see how many reports wait, and since when", async () => {
  const { id } = await send(name("seen"), owner.id);
  const hour = `UPDATE arrivals SET created_at = now() - interval '1 hour'`;
  await executeSql(server.databaseUrl, `${hour} WHERE submission_id = '${id}'`);
  const { states } = await server.metadata.intake.countSubmissions(owner.id, { entriesMax: 10 });
  expect(states.find(({ state }) => state === "held")).toMatchObject({
    submissions: 1,
    waitingSince: expect.any(Date),
  });
  const metrics = createMetrics();
  observeHeld(metrics, server.metadata);
  const text = await metrics.render();
  expect(text).toMatch(/^ruaflow_held_unclaimed_reports [1-9]\d*$/m);
  expect(text).toMatch(/^ruaflow_held_reports 0$/m);
  expect(Number(/^ruaflow_held_oldest_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(3600);
});

test("a report that was judged before the verification and saved after it is released too, also after an hour without a keeper", async () => {
  const domain = name("late");
  await server.metadata.domains.saveVerifiedDomains(owner.id, [domain]);
  const { id } = await send(name("other"), owner.id);
  await executeSql(
    server.databaseUrl,
    `UPDATE arrivals SET domain = '${domain}' WHERE submission_id = '${id}';
     UPDATE domains SET verified_at = now() - interval '1 hour' WHERE name = '${domain}'`,
  );
  await server.metadata.domains.finishReleases();
  expect((await server.metadata.domains.claimHeldSubmissions(10)).map((held) => held.id)).toEqual([id]);
});

test("what is beyond the bound is refused with its reason; what was held before stays held", async () => {
  const sent = [];
  for (let count = 0; count < 6; count += 1) sent.push(await send(name("many"), owner.id));
  expect(sent.map(({ outcome }) => outcome)).toEqual(["held", "held", "held", "held", "held", "refused"]);
  expect(sent.at(-1)?.detail).toContain("the limit of reports that wait");
  expect(await send(name("many"), stranger.id)).toMatchObject({ outcome: "held" });
});

test("after 30 days a held report is refused and keeps its bytes, so that a replay counts it once the domain is there", async () => {
  const domain = name("old");
  const { id } = await send(domain, owner.id);
  const age = (days: number) =>
    executeSql(
      server.databaseUrl,
      `UPDATE arrivals SET created_at = now() - interval '${days} days' WHERE submission_id = '${id}'`,
    );
  await age(29);
  await server.metadata.domains.expireHeldReports();
  expect(await readOutcomes(id)).toEqual([["held", owner.id]]);
  await age(31);
  await server.metadata.domains.expireHeldReports();
  expect(await server.metadata.intake.readArrivals([id])).toMatchObject([
    { outcome: "refused", reason: "unknown-domain", organizationId: owner.id },
  ]);
  await server.metadata.domains.saveVerifiedDomains(owner.id, [domain]);
  const url = new URL(`/v1/submissions/${id}/replay`, server.url);
  const replayed = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${owner.key}` } });
  expect([replayed.status, await readOutcomes(id), await countInLog(id)]).toEqual([200, [["accepted", owner.id]], 1]);
});

test("a replay of a held report leaves it held while its domain is unknown, whatever the room", async () => {
  const { id } = await send(name("patient"), owner.id);
  for (let count = 0; count < 5; count += 1) await send(name("filler"), owner.id);
  const url = new URL(`/v1/submissions/${id}/replay`, server.url);
  const replayed = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${owner.key}` } });
  expect(await replayed.json()).toMatchObject({ data: { state_before: "held", state: "held" } });
  expect(await readOutcomes(id)).toEqual([["held", owner.id]]);
});

test("a release that is late by weeks is not taken for a wait that is over", async () => {
  const domain = name("outage");
  const { id } = await send(domain, owner.id);
  await server.metadata.domains.saveVerifiedDomains(owner.id, [domain]);
  await server.metadata.domains.claimHeldSubmissions(1);
  await executeSql(
    server.databaseUrl,
    `UPDATE arrivals SET created_at = now() - interval '31 days' WHERE submission_id = '${id}'`,
  );
  await server.metadata.domains.expireHeldReports();
  expect(await readOutcomes(id)).toEqual([["held", owner.id]]);
});

test("the deletion of the organization, or of the domain, deletes what is held for it", async () => {
  const { metadata } = server;
  const { id: organizationId } = await metadata.tenants.createOrganization({ name: "Gone", plan: "free" });
  const domain = name("gone");
  const [byDomain, other] = [await send(`sub.${domain}`, organizationId), await send(name("else"), organizationId)];
  const claim = await metadata.domains.createDomain(organizationId, domain);
  const gone = { organizationId, domainId: claim?.id ?? "" };
  await metadata.domains.beginDeletion(organizationId, gone.domainId);
  await metadata.domains.deleteDomainData([gone]);
  expect([await readOutcomes(byDomain.id), await readOutcomes(other.id)]).toEqual([[], [["held", organizationId]]]);
  await metadata.domains.finishDeletions([gone]);
  expect(await metadata.domains.deleteOrganization(organizationId)).toBe("deleted");
  expect(await readOutcomes(other.id)).toEqual([]);
  for (const { id } of [byDomain, other]) {
    expect(
      await executeSql(server.databaseUrl, `SELECT 1 FROM submission_bodies WHERE submission_id = '${id}'`),
    ).toEqual([]);
  }
});
