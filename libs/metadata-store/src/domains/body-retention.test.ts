import { afterAll, beforeAll, expect, test } from "vitest";
import type { Arrival, ArrivalOutcome } from "../intake/arrivals.ts";
import { createSubmissionId } from "../intake/submissions.ts";
import type { MetadataStore } from "../metadata-store.ts";
import { createId } from "../tenants/id.ts";
import { aClaim } from "../testing/a-claim.ts";
import { executeSql, startMetadataStore } from "../testing/index.ts";
import type { BodyRetention } from "./body-retention.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;
let organizationId: string;
let unique = 0;

const DAY_MS = 86_400_000;
const now = new Date();

beforeAll(async () => {
  running = await startMetadataStore();
  store = running.store;
  organizationId = (await store.tenants.createOrganization({ name: "Example", plan: "free" })).id;
});

afterAll(() => running.stop());

async function addDomain(rawRetentionDays: number | null = null): Promise<string> {
  const { verified } = await store.domains.saveVerifiedDomains(organizationId, [`domain-${unique++}.example`]);
  const domainId = verified[0]?.domainId ?? "";
  await store.domains.updateDomainSettings(organizationId, { domainId, changes: { rawRetentionDays } });
  return domainId;
}

interface Entry {
  readonly outcome: ArrivalOutcome;
  readonly domainId?: string;
  /** Days since the report's day. */
  readonly age?: number;
}

/** A kept submission that arrived `arrivedDays` ago. */
async function addSubmission(arrivedDays: number, ...entries: readonly Entry[]): Promise<string> {
  const id = createSubmissionId();
  const facts = { organizationId, channel: "smtp", name: "x", receivedAt: now } as const;
  await store.intake.archiveSubmissions([{ ...facts, id, body: Buffer.from(id) }]);
  const arrivals = entries.map(({ outcome, domainId = null }, entry): Arrival => {
    const rest = { reason: null, detail: null, path: null, reportId: `rpt_${id}_${entry}` };
    return { ...rest, submissionId: id, entry, organizationId, domainId, outcome };
  });
  await store.intake.saveArrivals(arrivals);
  for (const [entry, { outcome, domainId = "", age = 0 }] of entries.entries()) {
    if (outcome === "stored") await addToLedger(id, { entry, domainId, age });
  }
  const arrived = `now() - interval '${arrivedDays} days'`;
  await executeSql(running.url, `UPDATE arrivals SET created_at = ${arrived} WHERE submission_id = '${id}'`);
  return id;
}

async function addToLedger(submissionId: string, report: { entry: number; domainId: string; age: number }) {
  const { entry, domainId, age } = report;
  const day = new Date(now.getTime() - age * DAY_MS).toISOString().slice(0, 10);
  const reportId = `rpt_${submissionId}_${entry}`;
  await store.reports.claimReports([aClaim({ organizationId, domainId, reportId, day, submissionId, entry })]);
}

async function walk(retention: Partial<BodyRetention> = {}): Promise<void> {
  let place: string | null = "";
  while (place !== null) {
    place = await store.domains.discardBodiesStep(place, { rawDays: null, quarantineDays: 90, now, ...retention });
  }
}

const hasBody = async (id: string) => (await store.intake.readSubmission(null, id))?.bodyKept;

/** Which of these submissions still have their bytes, by name. */
async function listKept(ids: Readonly<Record<string, string>>): Promise<string[]> {
  const kept = await Promise.all(Object.entries(ids).map(async ([name, id]) => ((await hasBody(id)) ? [name] : [])));
  return kept.flat();
}

test("bytes of stored reports are kept for the domain's days, or the service's, or as long as the report", async () => {
  const [plain, own] = [await addDomain(), await addDomain(10)];
  const add = (domainId: string, age: number) => addSubmission(0, { outcome: "stored", domainId, age });
  const ids = {
    plain29: await add(plain, 29),
    plain30: await add(plain, 30),
    plain31: await add(plain, 31),
    own10: await add(own, 10),
    own11: await add(own, 11),
  };
  await walk();
  expect(await listKept(ids)).toEqual(["plain29", "plain30", "plain31", "own10"]);
  await walk({ rawDays: 30 });
  expect(await listKept(ids)).toEqual(["plain29", "plain30", "own10"]);
});

test("a body that several reports share goes when the last of them allows it", async () => {
  const [short, long, unlimited] = [await addDomain(5), await addDomain(50), await addDomain()];
  const stored = (domainId: string, age: number): Entry => ({ outcome: "stored", domainId, age });
  const ids = {
    oneWaits: await addSubmission(0, stored(short, 20), stored(long, 20)),
    allAllow: await addSubmission(0, stored(short, 60), stored(long, 60)),
    unlimited: await addSubmission(0, stored(short, 60), stored(unlimited, 60)),
    withDuplicate: await addSubmission(0, stored(short, 60), { outcome: "duplicate", domainId: unlimited }),
    withRefused: await addSubmission(0, stored(short, 60), { outcome: "refused" }),
    withHeld: await addSubmission(200, stored(short, 60), { outcome: "held" }),
  };
  await walk();
  expect(await listKept(ids)).toEqual(["oneWaits", "unlimited", "withRefused", "withHeld"]);
});

test("what is not stored is kept for the days of the quarantine; held and accepted reports are not touched", async () => {
  const outcomes: ArrivalOutcome[] = ["refused", "conflict", "not-aggregate", "dropped", "duplicate"];
  const young = await Promise.all(outcomes.map((outcome) => addSubmission(89, { outcome })));
  const old = await Promise.all(outcomes.map((outcome) => addSubmission(91, { outcome })));
  const waiting = [await addSubmission(1000, { outcome: "held" }), await addSubmission(1000, { outcome: "accepted" })];
  await walk({ rawDays: 1 });
  expect(await Promise.all(young.map(hasBody))).toEqual(young.map(() => true));
  expect(await Promise.all(old.map(hasBody))).toEqual(old.map(() => false));
  expect(await Promise.all(waiting.map(hasBody))).toEqual([true, true]);
  expect(await store.intake.readArrivals(old)).toHaveLength(old.length);
});

test("submissions without any outcome, and bodies without a submission, are deleted after eight days", async () => {
  const ids = [7.9, 8.1].map((days) => createId("sub", new Date(now.getTime() - days * DAY_MS)));
  const lists: Record<string, string[]> = { submissions: [], submission_bodies: [], body_objects: [] };
  for (const id of ids) {
    const facts = { organizationId, channel: "smtp", name: "x", receivedAt: now } as const;
    await store.intake.archiveSubmissions([{ ...facts, id, body: Buffer.from("x") }]);
    const orphan = id.replace(/.$/, "_");
    await executeSql(running.url, `INSERT INTO submission_bodies VALUES ('${orphan}', 0, 'x', false)`);
    await executeSql(running.url, `INSERT INTO body_objects VALUES ('${id}o', 'file:///x', 'x')`);
  }
  await walk();
  const [young = "", old = ""] = ids;
  const prefix = (id: string) => `'${id.slice(0, -1)}%'`;
  for (const [table, column] of [
    ["submissions", "id"],
    ["submission_bodies", "submission_id"],
  ]) {
    lists[`${table}`] = (
      await executeSql(running.url, `SELECT ${column} AS id FROM ${table} WHERE ${column} LIKE ${prefix(old)}`)
    ).map(({ id }) => String(id));
    const count = await executeSql(running.url, `SELECT 1 FROM ${table} WHERE ${column} LIKE ${prefix(young)}`);
    expect(count).toHaveLength(table === "submissions" ? 1 : 2);
  }
  expect(lists).toEqual({ submissions: [], submission_bodies: [], body_objects: [] });
  const objects = await executeSql(running.url, "SELECT submission_id, erasing FROM body_objects ORDER BY erasing");
  expect(objects.map(({ submission_id, erasing }) => [submission_id, erasing])).toEqual([
    [`${young}o`, false],
    [`${old}o`, true],
  ]);
  await executeSql(running.url, "DELETE FROM body_objects");
});

test("more submissions than one step looks at are all looked at", async () => {
  const facts = { organizationId, channel: "smtp", name: "x", receivedAt: now } as const;
  const ids = Array.from({ length: 2_300 }, () => createSubmissionId());
  for (let at = 0; at < ids.length; at += 200) {
    await store.intake.archiveSubmissions(
      ids.slice(at, at + 200).map((id) => ({ ...facts, id, body: Buffer.from("x") })),
    );
  }
  const none = { domainId: null, reportId: null, reason: null, detail: null, path: null };
  const arrivals = ids.map((submissionId) => ({
    ...none,
    submissionId,
    entry: 0,
    organizationId,
    outcome: "refused" as const,
  }));
  await store.intake.saveArrivals(arrivals);
  await walk({ now: new Date(now.getTime() + 91 * DAY_MS) });
  const left = await executeSql(
    running.url,
    "SELECT 1 FROM submission_bodies WHERE submission_id = ANY(ARRAY(SELECT id FROM submissions)) AND bytes = 'x'",
  );
  expect(left).toEqual([]);
});
