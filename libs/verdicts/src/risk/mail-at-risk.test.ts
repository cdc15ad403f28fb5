import { randomUUID } from "node:crypto";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { createTemporaryFolder, sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import type { ReportRecord } from "@ruaflow/report";
import { aRecord, type DeepPartial } from "@ruaflow/report/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestJudge } from "../testing/judging.ts";
import { isMuch, isMuchOfOwn, readMailAtRisk } from "./mail-at-risk.ts";
import { readSourceClasses } from "./source-classes.ts";

const DAY = "2026-10-05";
const period = { startDate: "2026-10-01", endDate: "2026-10-07" };

let metadata: MetadataStore;
let records: RecordStore;
let stop: () => Promise<void>;
let organizationId: string;
let name: string;

beforeAll(async () => {
  const postgres = await startMetadataStore();
  const folder = await createTemporaryFolder();
  await createMigratedFolder(folder.path);
  metadata = postgres.store;
  records = await createRecordStore({ path: folder.path });
  stop = async () => {
    await records.close();
    await postgres.stop();
    await folder.remove();
  };
});

afterAll(() => stop());

beforeEach(async () => {
  organizationId = (await metadata.tenants.createOrganization({ name: "Example", plan: "enterprise" })).id;
  name = `${randomUUID()}.example`;
});

interface Mail extends DeepPartial<ReportRecord> {
  readonly sourceIp: string;
  readonly count: number;
}

const results = (domain: string, result: string, disposition = "none"): DeepPartial<ReportRecord> => ({
  policyEvaluated: { dkim: "fail", spf: "fail", disposition },
  authResults: {
    dkim: result === "pass" ? [{ domain, selector: "s", result }] : [],
    spf: [{ domain, scope: "mfrom", result }],
  },
});
/** Nothing vouches for it. */
const forged = (sourceIp: string, count: number, disposition = "none"): Mail => ({
  ...{ sourceIp, count, ...results(name, "fail", disposition) },
});
const bySendGrid = (sourceIp: string, count: number, disposition = "none"): Mail => ({
  ...{ sourceIp, count, ...results("sendgrid.net", "pass", disposition) },
});
const passing = (sourceIp: string, count: number): Mail => ({
  ...{ sourceIp, count, ...results(name, "pass"), policyEvaluated: { dkim: "pass", spf: "pass" } },
});

/** Stores a report about a new domain with this mail. Returns the domain's id. */
async function store(mails: readonly Mail[]): Promise<string> {
  const { verified } = await metadata.domains.saveVerifiedDomains(organizationId, [name]);
  const domainId = verified[0]?.domainId ?? expect.fail("nothing was saved");
  const found = mails.map((mail, ordinal) => aRecord({ identifiers: { headerFrom: name }, ...mail, ordinal }));
  const report = sampleReport({ organizationId, reportId: `rpt_${randomUUID()}`, day: DAY, records: found });
  await storeReports(records, [{ ...report, row: { ...report.row, domainId } }]);
  return domainId;
}

async function judge(): Promise<void> {
  const judging = createTestJudge({ metadata, records });
  await judging.queueOutdated();
  while (await judging.judgeNext());
}

/** The mail about a domain with these records after its sources were judged. */
async function read(mails: readonly Mail[]) {
  const domainIds = [await store(mails)];
  await judge();
  return readMailAtRisk({ records }, organizationId, { ...period, domainIds });
}

test("messages of each class, those that failed, and those that receivers refused however they spell it", async () => {
  const { classes } = await read([
    passing("192.0.2.1", 500),
    ...[bySendGrid("198.51.100.1", 40), bySendGrid("198.51.100.1", 7, " Quarantine")],
    ...[forged("203.0.113.9", 90, "reject"), forged("203.0.113.9", 2)],
  ]);
  expect(classes).toMatchObject({
    compliant: { messages: 500, failed: 0, refused: 0 },
    misconfigured: { messages: 47, failed: 47, refused: 7 },
    spoofed: { messages: 92, failed: 92, refused: 90 },
    unknown: { messages: 0, failed: 0, refused: 0 },
  });
});

test("addresses of one service are one sender, with the cause of the largest, most failing messages first", async () => {
  const { senders } = await read([
    ...[passing("192.0.2.1", 500), bySendGrid("198.51.100.1", 30), bySendGrid("198.51.100.2", 50, "reject")],
    forged("203.0.113.9", 60),
  ]);
  expect(senders).toEqual([
    {
      ...{ name: "SendGrid", class: "misconfigured", cause: "dkim_signed_by_service", failed: 80, refused: 50 },
      apart: null,
      addresses: ["198.51.100.2", "198.51.100.1"],
    },
    {
      ...{ name: "203.0.113.9", class: "spoofed", apart: null, failed: 60, refused: 0 },
      cause: "spoofed_no_identity",
      addresses: ["203.0.113.9"],
    },
  ]);
});

test("messages that the judge did not tell apart count as passed, or in the class of the source", async () => {
  const kinds = Array.from({ length: 60 }, (_, place): Mail => {
    const authResults = { dkim: [], spf: [{ domain: `n${place}.${name}`, scope: "mfrom", result: "fail" }] };
    return { ...forged("203.0.113.9", 1), authResults };
  });
  const { classes } = await read([passing("203.0.113.9", 10), passing("192.0.2.1", 500), ...kinds]);
  const failed = Object.values(classes).map((sums) => sums.failed);
  expect([classes.compliant.messages, Math.max(...failed)]).toEqual([510, 60]);
});

test("mail of a source that was not judged yet is unknown without a cause, and what passes is compliant", async () => {
  const domainIds = [await store([passing("192.0.2.1", 5), forged("203.0.113.9", 90, "reject")])];
  const { classes, senders } = await readMailAtRisk({ records }, organizationId, { ...period, domainIds });
  expect(classes).toMatchObject({ compliant: { messages: 5 }, unknown: { failed: 90, refused: 90 } });
  expect(senders).toMatchObject([{ name: "203.0.113.9", class: "unknown", cause: null }]);
});

test("the largest senders are held, however many there are, and the sums have all", async () => {
  const many = Array.from({ length: 2500 }, (_, place) =>
    forged(`10.${place >> 8}.${place & 255}.1`, place === 0 ? 900 : 1),
  );
  const { senders, classes } = await read([passing("192.0.2.1", 500), ...many]);
  expect(senders.length).toBeLessThanOrEqual(2000);
  expect(senders[0]).toMatchObject({ name: "10.0.0.1", failed: 900 });
  expect(classes.spoofed.failed).toBe(900 + 2499);
});

test("a sender names at most 20 addresses", async () => {
  const many = Array.from({ length: 30 }, (_, place) => bySendGrid(`198.51.100.${place}`, 1));
  const { senders } = await read([passing("192.0.2.1", 500), ...many]);
  expect(senders).toMatchObject([{ name: "SendGrid", failed: 30 }]);
  expect(senders[0]?.addresses).toHaveLength(20);
});

test.for([
  [9, 9, false],
  [10, 1000, true],
  [10, 1001, false],
  [99, 1_000_000, false],
  [100, 1_000_000, true],
] as const)("%d failing messages of strangers beside %d legitimate ones are much: %s", ([messages, of, much]) => {
  expect(isMuch(messages, of)).toBe(much);
});

test.for([
  [2, 2, false],
  [3, 30, true],
  [3, 31, false],
  [9, 91, false],
  [10, 1000, true],
] as const)("%d failing messages of one's own beside %d legitimate ones are much: %s", ([messages, of, much]) => {
  expect(isMuchOfOwn(messages, of)).toBe(much);
});

test("a source has a class for each domain, and none where it has no mail", async () => {
  const first = await store([passing("192.0.2.1", 500), bySendGrid("198.51.100.1", 5)]);
  name = `${randomUUID()}.example`;
  const second = await store([passing("192.0.2.1", 500), forged("198.51.100.1", 9)]);
  await judge();
  const sources = [first, second].flatMap((domainId) =>
    ["198.51.100.1", "192.0.2.7"].map((sourceIp) => ({ domainId, sourceIp })),
  );
  const found = await readSourceClasses({ records }, organizationId, sources);
  expect(found).toEqual(
    new Map([
      [first, new Map([["198.51.100.1", { class: "misconfigured", cause: "dkim_signed_by_service" }]])],
      [second, new Map([["198.51.100.1", { class: "spoofed", cause: "spoofed_no_identity" }]])],
    ]),
  );
  expect(await readSourceClasses({ records }, organizationId, [])).toEqual(new Map());
});
