import { randomUUID } from "node:crypto";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { createTestJudge } from "@ruaflow/verdicts/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stores, startStores } from "../testing/start-stores.ts";
import { createVerdictRound } from "./verdict-round.ts";

const never = new AbortController().signal;

let stores: Stores;
/** Each judgement is an hour after the one before, so that every domain has rested. */
let hours = 0;

beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const createOrganization = async () =>
  (await stores.metadata.tenants.createOrganization({ name: "Test", plan: "free" })).id;

/** A domain with a report about mail of some addresses. */
async function addDomain(organizationId: string, addresses: readonly string[]): Promise<string> {
  const { verified } = await stores.metadata.domains.saveVerifiedDomains(organizationId, [`${randomUUID()}.example`]);
  const domainId = verified[0]?.domainId ?? expect.fail("nothing was saved");
  await addReport(organizationId, domainId, addresses);
  return domainId;
}

async function addReport(organizationId: string, domainId: string, addresses: readonly string[]): Promise<void> {
  const day = "2026-10-01";
  const records = addresses.map((sourceIp, ordinal) => aRecord({ ordinal, sourceIp }));
  const report = sampleReport({ organizationId, reportId: `rpt_${randomUUID()}`, day, records });
  await storeReports(stores.records, [{ ...report, row: { ...report.row, domainId } }]);
  await executeSql(
    stores.url,
    `INSERT INTO report_days VALUES ('${organizationId}', '${domainId}', '${day}', 1, 1, 1, 1, 1)
     ON CONFLICT (organization_id, domain_id, day, authentic) DO UPDATE SET reports = report_days.reports + 1`,
  );
}

function createRound(records = stores.records) {
  const now = () => {
    hours += 1;
    return new Date(Date.parse("2026-11-01T00:00:00Z") + hours * 3_600_000);
  };
  return createVerdictRound({
    judge: createTestJudge({ ...stores, records }, { now, onFailure: () => undefined, domainsMax: 25 }),
    restMaxMs: 0,
  });
}

async function judgeAll(records = stores.records): Promise<void> {
  const round = createRound(records);
  while (await round(never));
}

const countDue = (organizationId: string) => stores.metadata.sources.countDomainsDue(organizationId, {});
const readClasses = async (organizationId: string, domainId: string, addresses: readonly string[]) => {
  const keys = addresses.map((sourceIp) => ({ domainId, sourceIp }));
  return (await stores.records.readVerdicts(organizationId, keys)).map((one) => one.class);
};

test("every source of a domain is judged after its first report, and what comes later", async () => {
  const owner = await createOrganization();
  const domainId = await addDomain(owner, ["192.0.2.1", "192.0.2.2"]);
  expect(await countDue(owner)).toBe(1);
  await judgeAll();
  expect(await countDue(owner)).toBe(0);
  expect(await readClasses(owner, domainId, ["192.0.2.1", "192.0.2.2"])).toHaveLength(2);
  await addReport(owner, domainId, ["192.0.2.3"]);
  expect(await countDue(owner)).toBe(1);
  await judgeAll();
  expect(await readClasses(owner, domainId, ["192.0.2.3"])).toHaveLength(1);
});

test("organizations take turns: one with many domains lets the next one go first", async () => {
  const [large, small] = [await createOrganization(), await createOrganization()];
  for (let count = 0; count < 30; count += 1) await addDomain(large, ["192.0.2.1"]);
  const domainId = await addDomain(small, ["192.0.2.1"]);
  const round = createRound();
  await round(never);
  await round(never);
  expect(await readClasses(small, domainId, ["192.0.2.1"])).toHaveLength(1);
  expect(await countDue(large)).toBe(5);
  while (await round(never));
  expect(await countDue(large)).toBe(0);
});

test("a report that arrives while its domain is judged is judged afterwards", async () => {
  const owner = await createOrganization();
  const domainId = await addDomain(owner, ["192.0.2.1"]);
  const { records } = stores;
  let isFirst = true;
  async function* streamJudgedMail(...args: Parameters<typeof records.streamJudgedMail>) {
    yield* records.streamJudgedMail(...args);
    if (!isFirst) return;
    isFirst = false;
    await addReport(owner, domainId, ["192.0.2.9"]);
  }
  await createRound({ ...records, streamJudgedMail })(never);
  expect(await countDue(owner)).toBe(1);
  await judgeAll();
  expect(await readClasses(owner, domainId, ["192.0.2.9"])).toHaveLength(1);
});

test("a domain that cannot be judged stops no other, and a large one rests", async () => {
  const owner = await createOrganization();
  const [bad, good] = [await addDomain(owner, ["192.0.2.1"]), await addDomain(owner, ["192.0.2.1"])];
  const { records, metadata } = stores;
  async function* streamJudgedMail(...[organizationId, question]: Parameters<typeof records.streamJudgedMail>) {
    if (question.domainIds.includes(bad)) throw new Error("too much mail");
    yield* records.streamJudgedMail(organizationId, question);
  }
  await judgeAll({ ...records, streamJudgedMail });
  expect(await readClasses(owner, good, ["192.0.2.1"])).toHaveLength(1);
  expect(await readClasses(owner, bad, ["192.0.2.1"])).toEqual([]);

  await executeSql(
    stores.url,
    `UPDATE verdict_states SET took_ms = 1e9, judged_at = '2030-01-01' WHERE domain_id = '${good}'`,
  );
  await addReport(owner, good, ["192.0.2.5"]);
  const at = (time: string) => metadata.sources.readDomainsDue({ now: new Date(time), limit: 5 });
  expect(await at("2030-01-01T00:09:59Z")).toBeNull();
  expect(await at("2030-01-01T00:10:01Z")).toMatchObject({ organizationId: owner, domains: [{ domainId: good }] });
});

test("the domain that has waited longest is next, with those that are stored behind it, and then from the beginning", async () => {
  const owner = await createOrganization();
  for (let domains = 0; domains < 5; domains += 1) await addDomain(owner, ["192.0.2.1"]);
  await judgeAll();
  const rows = await executeSql(
    stores.url,
    `SELECT id FROM domains WHERE organization_id = '${owner}' ORDER BY id COLLATE "C"`,
  );
  const ids = rows.map(({ id }) => String(id));
  for (const index of [3, 0, 4, 1, 2])
    await executeSql(
      stores.url,
      `INSERT INTO verdict_queue (organization_id, domain_id) VALUES ('${owner}', '${ids[index]}')`,
    );
  const next = async (limit: number) =>
    (await stores.metadata.sources.readDomainsDue({ now: new Date("2040-01-01"), limit }))?.domains.map(
      ({ domainId }) => ids.indexOf(domainId),
    );
  expect(await next(1)).toEqual([3]);
  expect(await next(4)).toEqual([3, 4, 0, 1]);
  await judgeAll();
});

test("domains that are deleted leave the queue, and an organization leaves nothing", async () => {
  const owner = await createOrganization();
  const domainId = await addDomain(owner, ["192.0.2.1"]);
  await judgeAll();
  await executeSql(
    stores.url,
    `DELETE FROM domains WHERE id = '${domainId}'; DELETE FROM report_days WHERE domain_id = '${domainId}'`,
  );
  const listQueued = () =>
    executeSql(stores.url, `SELECT domain_id FROM verdict_queue WHERE domain_id = '${domainId}'`);
  expect([await countDue(owner), await listQueued()]).toEqual([0, [{ domain_id: domainId }]]);
  await judgeAll();
  expect(await listQueued()).toEqual([]);
  expect(await stores.metadata.domains.deleteOrganization(owner)).toBe("deleted");
});
