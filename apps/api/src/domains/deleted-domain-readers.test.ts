import { announce } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

const DAY = "2026-10-01";
const PERIOD = "start_date=2026-09-01&end_date=2026-10-31";
/** Every read of the API that shows domains or their reports. */
const READERS = [
  "reports",
  "reports?reporter=google.com",
  `reports?${PERIOD}`,
  "reports?format=csv",
  `reports/aggregate?${PERIOD}`,
  `reports/aggregate?${PERIOD}&format=csv`,
  "reports/completeness",
  `reports/sources?${PERIOD}`,
  `reports/sources?${PERIOD}&format=csv`,
  `reports/failures?${PERIOD}`,
  `reports/failures?${PERIOD}&format=csv`,
  `reports/records?${PERIOD}`,
  `reports/records?${PERIOD}&format=csv`,
  "domains",
  "domains?search=example",
  "alerts",
];
const REPORT_READERS = ["", "/aggregate", "/completeness", "/sources", "/failures", "/records"].map(
  (path) => `reports${path}`,
);

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-15T12:00:00Z") });
});

// No keeper runs, so nothing is removed from the stores: readers must not see the rows although they are stored.
afterAll(() => api.stop());

type Answers = Readonly<Record<string, readonly [status: number, text: string]>>;

interface Domains {
  readonly organization: TestOrganization;
  readonly gone: { readonly id: string; readonly name: string };
  /** Reports of the deleted domain. */
  readonly reportIds: readonly string[];
  /** Every reader's answer before the first report of the deleted domain. */
  readonly expected: Answers;
}

let unique = 0;
const goneRecords = [aRecord({ sourceIp: "198.51.100.9", count: 7 }), aRecord({ ordinal: 1, count: 2 })];

async function read(organization: TestOrganization, paths: readonly string[]): Promise<Answers> {
  const answers = paths.map(async (path) => {
    const { status, text } = await organization.ask({ url: `/api/v1/${path}` });
    return [path, [status, text]] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** An organization with two domains, one of which will be deleted. */
async function fill(): Promise<Domains> {
  unique += 1;
  const organization = await api.createOrganization();
  const stays = await organization.addVerifiedDomain(`stays-${unique}.example`);
  const kept = await organization.storeReport({ domain: stays, day: DAY, records: [aRecord({ count: 3 })] });
  const ofStays = REPORT_READERS.map((path) => `${path}?${PERIOD}&domain_id=${stays.id}`);
  const expected = await read(organization, [...READERS, ...ofStays, `reports/${kept}`, `domains/${stays.id}`]);
  const gone = await organization.addVerifiedDomain(`gone-${unique}.example`);
  const facts = { domain: gone, records: goneRecords };
  const reportIds = [await organization.storeReport({ ...facts, day: DAY })];
  reportIds.push(await organization.storeReport({ ...facts, day: "2026-10-02" }));
  await openAlert(organization, gone.id);
  return { organization, gone, reportIds, expected };
}

async function openAlert({ id: organizationId }: TestOrganization, domainId: string): Promise<void> {
  const createdAt = new Date();
  const facts = { rule: "new_source", sourceIp: "192.0.2.1", summary: "It is new.", value: 60, threshold: 50 } as const;
  const alert = { ...facts, id: `alr_${domainId}`, triggeredAt: createdAt, clearedAt: null };
  const event = {
    organizationId,
    domainId,
    createdAt,
    id: `evt_${domainId}`,
    type: "alerted",
    body: Buffer.from("{}"),
  };
  await api.metadata.watch.saveAlertChanges(organizationId, { domainId, changes: [{ alert, event }] });
}

const remove = ({ organization, gone }: Domains, server = api.server) =>
  organization.ask({ method: "DELETE", url: `/api/v1/domains/${gone.id}`, server });

/** Every reader answers as if the domain had never existed. */
async function expectGone({ organization, gone, reportIds, expected }: Domains): Promise<void> {
  expect(await read(organization, Object.keys(expected))).toEqual(expected);
  const paths = [
    ...REPORT_READERS.flatMap((path) => [`${path}?domain_id=${gone.id}`, `${path}?domain_id=${gone.id}&format=csv`]),
    ...["", "/dns", "/dns/history"].map((path) => `domains/${gone.id}${path}`),
    ...reportIds.flatMap((id) => [`reports/${id}`, `reports/${id}?format=csv`]),
    `alerts?domain_id=${gone.id}`,
  ];
  const answers = Object.entries(await read(organization, paths));
  expect(answers.map(([path, [status]]) => [path, status])).toEqual(paths.map((path) => [path, 404]));
}

/** Reports of the domain in ClickHouse, including hidden ones. */
const countStored = async ({ organization, gone }: Domains) => {
  const days = await api.records.readStoredDays([{ organizationId: organization.id, domainId: gone.id }], []);
  return days.reduce((sum, { reports }) => sum + reports, 0);
};

/** What the keeper does. */
async function removeData({ organization, gone }: Domains): Promise<void> {
  const domains = [{ organizationId: organization.id, domainId: gone.id }];
  await api.metadata.domains.deleteDomainData(domains);
  await api.records.deleteDomains(announce(organization.id), domains);
  await api.metadata.domains.finishDeletions(domains);
}

test("once a deletion is answered no reader shows the domain, and the other domain's numbers do not change", async () => {
  const domains = await fill();
  const before = await read(domains.organization, READERS);
  // Otherwise the comparison after the deletion would prove nothing.
  for (const path of READERS) expect(before[path], path).not.toEqual(domains.expected[path]);
  expect((await remove(domains)).status).toBe(204);
  await expectGone(domains);
  expect(await countStored(domains)).toBe(2);
});

test("a report whose rows are written while its domain is deleted is not counted", async () => {
  const domains = await fill();
  const { organization, gone: domain, reportIds } = domains;
  const onInserted = async () => void expect((await remove(domains)).status).toBe(204);
  const late = await organization.storeReport({ domain, records: goneRecords, onInserted });
  await expectGone({ ...domains, reportIds: [...reportIds, late] });
});

test("a report whose rows arrive after the removal of its domain is not counted, even before they are found", async () => {
  const domains = await fill();
  const { organization, gone: domain, reportIds } = domains;
  const onClaimed = async () => {
    expect((await remove(domains)).status).toBe(204);
    await removeData(domains);
  };
  const late = await organization.storeReport({ domain, records: goneRecords, onClaimed });
  expect(await countStored(domains)).toBe(1);
  await expectGone({ ...domains, reportIds: [...reportIds, late] });
});

test("after a crash during a deletion, the next request for it hides the domain as well", async () => {
  const domains = await fill();
  await api.metadata.domains.beginDeletion(domains.organization.id, domains.gone.id);
  expect((await remove(domains)).status).toBe(404);
  await expectGone(domains);
});

test("while ClickHouse is unreachable nothing is deleted, and the answer is 503", async () => {
  const domains = await fill();
  const before = await read(domains.organization, READERS);
  const ping = () => Promise.reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
  const server = await api.createServer({ records: { ...api.records, ping } });
  expect((await remove(domains, server)).status).toBe(503);
  await server.close();
  expect(await read(domains.organization, READERS)).toEqual(before);
});
