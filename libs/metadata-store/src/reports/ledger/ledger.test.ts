import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "@ruaflow/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Arrival } from "../../intake/arrivals.ts";
import { createSubmissionId } from "../../intake/submissions.ts";
import { createMetadataStore, type MetadataStore } from "../../metadata-store.ts";
import type { Organization } from "../../tenants/organizations.ts";
import { aClaim } from "../../testing/a-claim.ts";
import { startMetadataStore } from "../../testing/index.ts";
import { claimReports, type ReportClaim } from "./ledger-claims.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;
let database: Database;
let organization: Organization;
let domainId: string;

beforeAll(async () => {
  running = await startMetadataStore();
  store = running.store;
  database = openDatabase(running.url, 2);
  organization = await store.tenants.createOrganization({ name: "Example", plan: "free" });
  domainId = await verify("example.com");
});

afterAll(async () => {
  await database.close();
  await running.stop();
});

async function verify(name: string): Promise<string> {
  const { verified } = await store.domains.saveVerifiedDomains(organization.id, [name]);
  return verified[0]?.domainId ?? "";
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function newClaim(changes: Partial<ReportClaim> = {}): ReportClaim {
  const expected = { expectedRecords: 20, expectedMessages: 2_000, contentHash: sha256("content") };
  return aClaim({ organizationId: organization.id, domainId, ...expected, ...changes });
}

function toArrival(claim: ReportClaim, outcome: Arrival["outcome"] = "stored"): Arrival {
  const { submissionId, entry, organizationId, reportId } = claim;
  return { submissionId, entry, organizationId, domainId, reportId, outcome, reason: null, detail: null, path: null };
}

function toCompletion(claim: ReportClaim) {
  const { organizationId, reportId } = claim;
  const event = { id: `evt_${reportId}`, type: "report.received", organizationId, domainId, createdAt: new Date() };
  const events = [{ ...event, body: Buffer.from("{}") }];
  return {
    reportKey: claim.reportKey,
    arrival: toArrival(claim),
    counted: toCounted(claim),
    listed: toListed(claim),
    events,
  };
}

function toListed({ reportId }: ReportClaim) {
  const noon = new Date("2026-01-31T12:00:00Z");
  return {
    reportId,
    reporter: "google.com",
    begin: noon,
    end: noon,
    receivedAt: noon,
    trust: "upload",
    trustReason: null,
  } as const;
}

function toCounted({ organizationId, day, expectedMessages: messages }: ReportClaim) {
  return {
    organizationId,
    domainId,
    day,
    authentic: true,
    reports: 1,
    messages,
    passed: 3,
    spfPassed: 2,
    dkimPassed: 1,
  };
}

async function countEvents({ reportId }: ReportClaim): Promise<number> {
  return (await database.query("SELECT 1 FROM events WHERE id = $1", [`evt_${reportId}`])).length;
}

const uncontested = { finished: [], taken: [] };

async function complete(attempt: bigint, claims: readonly ReportClaim[]) {
  return store.reports.completeReports(attempt, { completions: claims.map(toCompletion), arrivals: [] });
}

test("each attempt has its own number", async () => {
  const attempts = await Promise.all(Array.from({ length: 20 }, () => store.reports.createAttempt()));
  expect(new Set(attempts).size).toBe(20);
});

test("a report is new, then uncertain, then stored", async () => {
  const claim = newClaim();
  expect((await store.reports.claimReports([claim])).results).toEqual(["new"]);
  const second = await store.reports.claimReports([claim]);
  expect(second.results).toEqual(["uncertain"]);
  expect(await complete(second.attempt, [claim])).toEqual(uncontested);
  expect((await store.reports.claimReports([claim])).results).toEqual(["stored"]);
});

test("another submission or entry is a duplicate when the content is the same and a conflict when it differs", async () => {
  const claim = newClaim();
  const { attempt } = await store.reports.claimReports([claim]);
  await complete(attempt, [claim]);
  const others = [
    { ...claim, entry: 1 },
    { ...claim, submissionId: createSubmissionId() },
    { ...claim, submissionId: createSubmissionId(), contentHash: sha256("other") },
  ];
  for (const [index, result] of ["duplicate", "duplicate", "conflict"].entries()) {
    expect((await store.reports.claimReports(others.slice(index, index + 1))).results).toEqual([result]);
  }
});

test("a report that was never finished is taken over by the submission that brings it again", async () => {
  const claim = newClaim();
  const { attempt: first } = await store.reports.claimReports([claim]);
  const again = { ...claim, submissionId: createSubmissionId() };
  const other = { ...claim, submissionId: createSubmissionId(), contentHash: sha256("other") };
  expect((await store.reports.claimReports([other])).results).toEqual(["conflict"]);
  const second = await store.reports.claimReports([again]);
  expect(second.results).toEqual(["uncertain"]);
  expect(await complete(first, [claim])).toEqual({ finished: [], taken: [claim.reportKey] });
  expect(await complete(second.attempt, [again])).toEqual(uncontested);
  expect((await store.reports.claimReports([claim])).results).toEqual(["duplicate"]);
});

test("of claims of one report in one call the first wins, and chunks of one report share its result", async () => {
  const claim = newClaim();
  const chunk = { ...claim };
  const same = { ...claim, submissionId: createSubmissionId() };
  const other = { ...claim, submissionId: createSubmissionId(), contentHash: sha256("other") };
  const call = [claim, same, chunk, other];
  expect((await store.reports.claimReports(call)).results).toEqual(["new", "duplicate", "new", "conflict"]);
  const { results: again } = await store.reports.claimReports(call);
  expect(again).toEqual(["uncertain", "duplicate", "uncertain", "conflict"]);
});

test("reports of a domain that is deleted, unverified or another organization's are dropped and leave no trace", async () => {
  const pending = await store.domains.createDomain(organization.id, "pending.example");
  const otherOrganization = await store.tenants.createOrganization({ name: "Other", plan: "free" });
  const claims = [
    newClaim({ domainId: "dom_gone" }),
    newClaim({ domainId: pending?.id ?? "" }),
    newClaim({ organizationId: otherOrganization.id }),
    newClaim(),
  ];
  const { results } = await store.reports.claimReports(claims);
  expect(results).toEqual(["dropped", "dropped", "dropped", "new"]);
  const known = await store.reports.findKnownReports(claims.map(({ reportKey }) => reportKey));
  expect([...known.keys()]).toEqual([claims[3]?.reportKey]);
});

test("a domain cannot lose its verification between the check and the ledger", async () => {
  const claim = newClaim({ domainId: await verify("losing.example") });
  let released: ReturnType<typeof store.reports.claimReports> | undefined;
  await database.transaction(async (transaction) => {
    await transaction.query("UPDATE domains SET status = 'failed' WHERE id = $1", [claim.domainId]);
    released = store.reports.claimReports([claim]);
    released.catch(() => undefined);
    await transaction.query("SELECT pg_sleep(0.2)");
  });
  expect((await released)?.results).toEqual(["dropped"]);
});

test("a report that a claim found pending cannot be completed by another before it is taken over", async () => {
  const claim = newClaim();
  const { attempt: zombie } = await store.reports.claimReports([claim]);
  let overtaken: ReturnType<typeof complete> | undefined;
  const slow: Database = {
    ...database,
    transaction: (work) =>
      database.transaction((transaction) =>
        work({
          async query(sql, values) {
            if (sql.startsWith("UPDATE report_ledger")) {
              overtaken = complete(zombie, [claim]);
              await sleep(200);
            }
            return transaction.query(sql, values);
          },
        }),
      ),
  };
  expect((await claimReports(slow, [claim])).results).toEqual(["uncertain"]);
  expect(await overtaken).toEqual({ finished: [], taken: [claim.reportKey] });
});

test("when two writers claim the same reports at the same moment, exactly one gets `new`", async () => {
  const rival = await createMetadataStore({ url: running.url });
  try {
    for (let round = 0; round < 20; round++) {
      const claims = Array.from({ length: 50 }, () => newClaim());
      const [one, two] = await Promise.all([
        store.reports.claimReports(claims),
        rival.reports.claimReports(claims.toReversed()),
      ]);
      const opposite = two.results.toReversed();
      const results = one.results.map((result, index) => [result, opposite[index]].sort());
      for (const pair of results) expect(pair).toEqual(["new", "uncertain"]);
    }
  } finally {
    await rival.close();
  }
});

test("a writer whose claims were taken over learns it and writes nothing", async () => {
  const claim = newClaim();
  const { attempt: zombie } = await store.reports.claimReports([claim]);
  const { attempt: successor } = await store.reports.claimReports([claim]);
  expect(await complete(zombie, [claim])).toEqual({ finished: [], taken: [claim.reportKey] });
  expect(await store.intake.readArrivals([claim.submissionId])).toEqual([]);
  expect(await store.reports.readLedger(organization.id, claim.reportId)).toBeNull();
  expect(await countEvents(claim)).toBe(0);
  expect(await complete(successor, [claim])).toEqual(uncontested);
  expect(await countEvents(claim)).toBe(1);
  expect(await complete(zombie, [claim])).toEqual({ finished: [claim.reportKey], taken: [] });
});

test("completing can be repeated, and saves the arrivals of the whole batch once", async () => {
  const claim = newClaim();
  const duplicate = { ...claim, submissionId: createSubmissionId() };
  const { attempt } = await store.reports.claimReports([claim, duplicate]);
  const batch = { completions: [toCompletion(claim)], arrivals: [toArrival(duplicate, "duplicate")] };
  expect(await store.reports.completeReports(attempt, batch)).toEqual(uncontested);
  expect(await store.reports.completeReports(attempt, batch)).toEqual(uncontested);
  const arrivals = await store.intake.readArrivals([claim.submissionId, duplicate.submissionId]);
  expect(arrivals.map(({ outcome }) => outcome).sort()).toEqual(["duplicate", "stored"]);
});

test("a key that another submission has stored is not completed for this one", async () => {
  const claim = newClaim();
  const { attempt } = await store.reports.claimReports([claim]);
  await complete(attempt, [claim]);
  const other = { ...claim, submissionId: createSubmissionId() };
  expect(await complete(attempt, [other])).toEqual({ finished: [], taken: [claim.reportKey] });
  expect(await store.intake.readArrivals([other.submissionId])).toEqual([]);
});

test("when the arrivals cannot be saved, no report becomes stored", async () => {
  const claim = newClaim();
  const { attempt } = await store.reports.claimReports([claim]);
  const broken = { ...toArrival(claim), submissionId: createSubmissionId(), entry: 2 ** 40 };
  const batch = { completions: [toCompletion(claim)], arrivals: [broken] };
  await expect(store.reports.completeReports(attempt, batch)).rejects.toThrow();
  expect((await store.reports.findKnownReports([claim.reportKey])).get(claim.reportKey)?.state).toBe("pending");
  expect(await countEvents(claim)).toBe(0);
});

test("when the events cannot be saved, no report becomes stored", async () => {
  const claim = newClaim();
  const { attempt } = await store.reports.claimReports([claim]);
  const { events, ...completion } = toCompletion(claim);
  const tooLarge = events.map((event) => ({ ...event, body: Buffer.alloc(20_001) }));
  const batch = { completions: [{ ...completion, events: tooLarge }], arrivals: [] };
  await expect(store.reports.completeReports(attempt, batch)).rejects.toThrow();
  expect(await store.reports.readLedger(organization.id, claim.reportId)).toBeNull();
  expect(await store.intake.readArrivals([claim.submissionId])).toEqual([]);
});

test("known reports are found by key with what ingest compares", async () => {
  const claim = newClaim();
  const { attempt } = await store.reports.claimReports([claim]);
  const known = await store.reports.findKnownReports([claim.reportKey, sha256("unknown"), claim.reportKey]);
  const { contentHash, submissionId, entry } = claim;
  expect([...known]).toEqual([
    [
      claim.reportKey,
      { state: "pending", contentHash, newerHashes: [], submissionId, entry, attempt, forgotten: false },
    ],
  ]);
});

test("a report is read by its organization only, and only when it is stored", async () => {
  const claim = newClaim();
  const { attempt } = await store.reports.claimReports([claim]);
  expect(await store.reports.readLedger(organization.id, claim.reportId)).toBeNull();
  await complete(attempt, [claim]);
  expect(await store.reports.readLedger(organization.id, claim.reportId)).toEqual({
    reportKey: claim.reportKey,
    domainId,
    domain: "example.com",
    day: "2026-01-31",
    records: claim.expectedRecords,
    storedAt: expect.any(Date),
    reporterDomain: null,
    reporterSince: null,
    raw: null,
  });
  expect(await store.reports.readLedger("org_other", claim.reportId)).toBeNull();
  expect(await store.reports.readLedger(organization.id, "rpt_unknown")).toBeNull();
});

test("an empty batch does nothing", async () => {
  expect((await store.reports.claimReports([])).results).toEqual([]);
  expect(await store.reports.completeReports(1n, { completions: [], arrivals: [] })).toEqual(uncontested);
});
