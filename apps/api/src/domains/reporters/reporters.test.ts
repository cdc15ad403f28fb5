import { sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "../../period.ts";
import { readCsv, startApi, type TestApi, type TestOrganization } from "../../testing/index.ts";

interface Policy {
  readonly first_day: string;
  readonly last_day: string;
  readonly p: string | null;
  readonly matches: boolean | null;
  readonly differs: readonly string[];
}
interface Listed {
  readonly reporter: string;
  readonly state: string;
  readonly due_at: string | null;
  readonly messages: number;
  readonly policies: readonly Policy[];
}
interface Body {
  readonly data: readonly Listed[];
  readonly meta: {
    readonly total: number;
    readonly as_of: string;
    readonly states: Readonly<Record<string, number>>;
    readonly days: readonly Readonly<Record<string, unknown>>[];
  };
}

const HOUR_MS = 3_600_000;
const now = new Date("2026-10-15T12:00:00Z");
const today = "2026-10-15";

let api: TestApi;
let organization: TestOrganization;
let domain: { readonly id: string; readonly name: string };
let unique = 0;

beforeAll(async () => {
  api = await startApi({ now: () => now });
  organization = await api.createOrganization();
  domain = await organization.addVerifiedDomain("example.com");
  await store({ reporter: "daily.example", days: span("2026-09-01", "2026-10-14"), messages: 60 });
  await store({ reporter: "late.example", days: span("2026-09-01", "2026-10-12"), messages: 30, vouched: true });
  await store({ reporter: "stopped.example", days: span("2026-08-20", "2026-10-05"), messages: 10 });
  await store({ reporter: "weekly.example", days: span("2026-09-07", "2026-10-12", 7), messages: 5 });
  await store({ reporter: "once.example", days: ["2026-10-01"], messages: 1 });
  await store({ reporter: "long-ago.example", days: span("2026-08-01", "2026-08-20"), messages: 500 });
  await store({ reporter: "forged.example", days: ["2026-10-14"], messages: 9_999, trust: "none" });
});

afterAll(() => api.stop());

function span(first: string, last: string, step = 1): string[] {
  const days = [first];
  for (let day = addDays(first, step); day <= last; day = addDays(day, step)) days.push(day);
  return days;
}

interface Stored {
  readonly reporter: string;
  readonly days: readonly string[];
  readonly messages?: number;
  readonly owner?: TestOrganization;
  readonly of?: { readonly id: string; readonly name: string };
  readonly trust?: "none" | "upload";
  readonly vouched?: boolean;
  readonly policy?: { readonly p?: string; readonly sp?: string; readonly domain?: string };
}

/** A report of each day, received nine hours after its end; a third of the messages fails. */
async function store({ reporter, days, messages = 1, owner = organization, of = domain, ...facts }: Stored) {
  const { trust = "upload", vouched = false, policy = {} } = facts;
  const reports = days.map((day) => {
    const reportId = `rpt_${String(unique++).padStart(26, "0")}`;
    const { row } = sampleReport({ organizationId: owner.id, reportId, day });
    const begin = Date.parse(day) / 1000;
    const policyPublished = { ...row.header.policyPublished, domain: of.name, ...policy };
    const header = { ...row.header, reporter, dateRange: { begin, end: begin + 86_399 }, policyPublished };
    const passed = messages - Math.floor(messages / 3);
    return {
      records: [aRecord({ count: messages })],
      row: {
        ...{ ...row, domainId: of.id, header, trust, reporterDomain: vouched ? reporter : null },
        totals: { records: 1, recordsSkipped: 0, messages, passed },
        receivedAt: new Date(Date.parse(day) + 33 * HOUR_MS),
      },
    };
  });
  await storeReports(api.records, reports);
}

const ask = (query = "", { id = domain.id, owner = organization } = {}) =>
  owner.ask<Body>({ url: `/api/v1/domains/${id}/reporters${query}` });

test("each reporter has its state, sums, rhythm and delay, most messages first", async () => {
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body.data.map(({ reporter, state, due_at }) => [reporter, state, due_at])).toEqual([
    ["daily.example", "reporting", "2026-10-16T21:00:00.000Z"],
    ["late.example", "late", "2026-10-14T21:00:00.000Z"],
    ["stopped.example", "stopped", "2026-10-07T21:00:00.000Z"],
    ["weekly.example", "reporting", "2026-10-20T21:00:00.000Z"],
    ["once.example", "occasional", null],
    ["long-ago.example", "stopped", "2026-08-22T21:00:00.000Z"],
  ]);
  expect(body.data[1]).toMatchObject({
    ...{ reporter_domains: ["late.example"], reports: 27, messages: 810, passed: 540, failed: 270, pass_rate: 66.7 },
    ...{ days: 27, first_day: "2026-09-01", last_day: "2026-10-12", usual_gap_days: 1 },
    usual_delay: { median_hours: 9, p95_hours: 9 },
  });
  const total = body.data.reduce((sum, { messages }) => sum + messages, 0);
  expect(body.data[1]).toMatchObject({ share: Math.round((81_000 * 10) / total) / 10 });
  expect(body.data.at(-1)).toMatchObject({ messages: 0, share: 0, days: 0, policies: [] });
  expect(body.meta).toMatchObject({
    ...{ total: 6, messages: total, reporters_omitted: 0, as_of: now.toISOString() },
    period: { start: "2026-09-16", end: today },
    states: { reporting: 2, late: 1, stopped: 2, occasional: 1 },
  });
});

test("the newest days tell what has come in, and whose reports are missing", async () => {
  const { days } = (await ask()).body.meta;
  expect(days.map(({ date, complete_share }) => [date, complete_share])).toEqual([
    ["2026-10-09", 90],
    ["2026-10-10", 90],
    ["2026-10-11", 90],
    ["2026-10-12", 90.5],
    ["2026-10-13", 66.7],
    ["2026-10-14", 66.7],
    ["2026-10-15", 0],
  ]);
  expect(days[3]).toMatchObject({ messages: 95, usual_messages: 105, expected_reporters: 4, expected_reported: 3 });
  expect(days[3]).toMatchObject({ missing: [{ reporter: "stopped.example", share: 9.5 }] });
  expect(days[5]).toEqual({
    ...{ date: "2026-10-14", messages: 60, usual_messages: 90, reporters: 1 },
    ...{ expected_reporters: 2, expected_reported: 1, complete_share: 66.7 },
    missing: [{ reporter: "late.example", share: 33.3 }],
  });
});

test("a period that is over is judged as of its end", async () => {
  const { data, meta } = (await ask("?start_date=2026-09-01&end_date=2026-09-30")).body;
  expect(meta.as_of).toBe("2026-10-01T00:00:00.000Z");
  expect(data.map(({ reporter, state }) => [reporter, state])).toEqual([
    ["daily.example", "reporting"],
    ["late.example", "reporting"],
    ["stopped.example", "reporting"],
    ["weekly.example", "occasional"],
    ["long-ago.example", "stopped"],
  ]);
  expect(meta.days.at(-1)).toMatchObject({ date: "2026-09-30", complete_share: 100 });
  const later = (await ask("?start_date=2027-01-01&end_date=2027-01-31")).body;
  expect(later.data.map(({ messages }) => messages)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(later.meta.days).toEqual([]);
  const short = (await ask("?start_date=2026-10-13&end_date=2026-12-31")).body.meta;
  expect(short.days.map(({ date }) => date)).toEqual(["2026-10-13", "2026-10-14", "2026-10-15"]);
});

test("reports of unproven senders are left out unless they are asked for", async () => {
  const all = (await ask("?trust=all")).body.data;
  expect(all[0]).toMatchObject({ reporter: "forged.example", messages: 9_999 });
  expect((await ask("?trust=none")).body.data.map(({ reporter }) => reporter)).toEqual(["forged.example"]);
});

test("reporters are listed by state, page by page, and all of them as CSV", async () => {
  const stopped = (await ask("?state=stopped&per_page=1&page=2")).body;
  expect([stopped.data.map(({ reporter }) => reporter), stopped.meta.total]).toEqual([["long-ago.example"], 2]);
  expect(stopped.meta.states).toEqual({ reporting: 2, late: 1, stopped: 2, occasional: 1 });
  const { headers, text } = await ask("?state=stopped&format=csv&per_page=1");
  expect(headers["content-disposition"]).toContain('filename="reporters_2026-09-16_2026-10-15.csv"');
  const rows = readCsv(text);
  expect(rows.map(({ reporter, state }) => [reporter, state])).toEqual([
    ["stopped.example", "stopped"],
    ["long-ago.example", "stopped"],
  ]);
  expect(rows[0]).toMatchObject({ "usual_delay.p95_hours": "9", days: "20" });
  expect(JSON.parse(rows[0]?.policies ?? "")).toMatchObject([{ first_day: "2026-09-16", p: "none", matches: null }]);
});

/** A domain whose DNS published `p=none` when it was first checked, and `p=quarantine; sp=reject` later. */
async function addChangedDomain(name: string) {
  const changed = await organization.addVerifiedDomain(name);
  const facts = { record: "dmarc", host: `_dmarc.${name}`, differences: [], event: null } as const;
  const save = (at: string, oldValue: string | null, newValue: string) => {
    const checkedAt = new Date(at);
    const compare = () => [{ ...facts, checkedAt, oldValue, newValue }];
    const check = { checkedAt, nextCheckAt: checkedAt, isProven: true, records: [], compare };
    return api.metadata.watch.saveDnsCheck(organization.id, { domainId: changed.id, ...check });
  };
  await save("2026-09-20T10:00:00Z", null, "v=DMARC1; p=none");
  await save("2026-10-01T10:00:00Z", "v=DMARC1; p=none", "v=DMARC1; p=quarantine; sp=reject");
  return changed;
}

const seenBy = (data: readonly Listed[], name: string) =>
  data
    .find(({ reporter }) => reporter === name)
    ?.policies.map(({ first_day, last_day, p, matches, differs }) => [first_day, last_day, p, matches, ...differs]);

test("policies that reporters saw are compared with what DNS published then", async () => {
  const of = await addChangedDomain("drift.example");
  const none = { p: "none" };
  const quarantine = { p: "Quarantine", sp: "reject" };
  await store({ reporter: "follows", days: span("2026-09-16", "2026-10-01"), of, policy: none });
  await store({ reporter: "follows", days: span("2026-10-01", "2026-10-14"), of, policy: quarantine });
  await store({ reporter: "follows", days: ["2026-10-10"], of, policy: { p: "reject", domain: "sub.drift.example" } });
  await store({ reporter: "stale", days: span("2026-09-16", "2026-10-14"), of, policy: none });
  await store({
    reporter: "wrong",
    days: span("2026-10-04", "2026-10-06"),
    of,
    policy: { p: "quarantine", sp: "none" },
  });
  const { data } = (await ask("", of)).body;
  expect(seenBy(data, "follows")).toEqual([
    ["2026-10-01", "2026-10-14", "quarantine", true],
    ["2026-09-19", "2026-10-01", "none", true],
    ["2026-09-16", "2026-09-18", "none", null],
  ]);
  expect(seenBy(data, "stale")).toEqual([
    ["2026-10-03", "2026-10-14", "none", false, "p"],
    ["2026-09-19", "2026-10-02", "none", true],
    ["2026-09-16", "2026-09-18", "none", null],
  ]);
  expect(seenBy(data, "wrong")).toEqual([["2026-10-04", "2026-10-06", "quarantine", false, "sp"]]);
  await organization.ask({ method: "PUT", url: `/api/v1/domains/${of.id}`, body: { dns_watch: false } });
  expect(seenBy((await ask("", of)).body.data, "stale")?.[0]).toEqual(["2026-10-03", "2026-10-14", "none", null]);
});

test("a reporter shows at most twenty policies, the newest", async () => {
  const of = await organization.addVerifiedDomain("changing.example");
  for (const [index, day] of span("2026-09-16", "2026-10-14").entries())
    await store({ reporter: "changing", days: [day], of, policy: { p: index % 2 === 0 ? "none" : "reject" } });
  const found = seenBy((await ask("", of)).body.data, "changing");
  expect([found?.length, found?.[0]]).toEqual([20, ["2026-10-14", "2026-10-14", "none", null]]);
});

test("a domain without reports has no reporters, and knows of no day what to expect", async () => {
  const silent = await organization.addVerifiedDomain("silent.example");
  const { data, meta } = (await ask("", silent)).body;
  expect([data, meta.total]).toEqual([[], 0]);
  expect(meta.days.map(({ complete_share, expected_reporters }) => [complete_share, expected_reporters])).toEqual(
    Array.from({ length: 7 }, () => [null, null]),
  );
});

test("a foreign domain is the same 404 as an unknown one; the scope is reports:read, and CSV needs its plan", async () => {
  const other = await api.createOrganization("free");
  expect((await ask("", { id: domain.id, owner: other })).status).toBe(404);
  expect((await ask("", { id: "dom_unknown", owner: organization })).status).toBe(404);
  const own = await other.addVerifiedDomain("free.example");
  expect((await ask("?format=csv", { id: own.id, owner: other })).status).toBe(403);
  const url = `/api/v1/domains/${domain.id}/reporters`;
  expect((await organization.ask({ url, key: await organization.createKey(["domains:read"]) })).status).toBe(403);
  expect((await organization.ask({ url, key: await organization.createKey(["reports:read"]) })).status).toBe(200);
  expect((await ask("?state=unknown")).status).toBe(400);
});

interface Completeness {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

test("completeness is told over all mail of one domain, some or all, also by POST and as CSV", async () => {
  const owner = await api.createOrganization();
  const [one, two] = [await owner.addVerifiedDomain("one.example"), await owner.addVerifiedDomain("two.example")];
  await store({ owner, of: one, reporter: "shared", days: span("2026-09-01", "2026-10-13"), messages: 30 });
  await store({ owner, of: two, reporter: "shared", days: span("2026-09-01", "2026-10-14"), messages: 10 });
  await store({ owner, of: two, reporter: "other", days: span("2026-09-01", "2026-10-13"), messages: 40 });
  const url = "/api/v1/reports/completeness";
  const yesterday = ({ data }: Completeness) => data.find(({ date }) => date === "2026-10-14");
  const all = (await owner.ask<Completeness>({ url })).body;
  expect(yesterday(all)).toEqual({
    ...{ date: "2026-10-14", messages: 10, usual_messages: 80, reporters: 1, expected_reporters: 3 },
    ...{ expected_reported: 1, complete_share: 12.5 },
    missing: [
      { reporter: "other", share: 50 },
      { reporter: "shared", share: 37.5 },
    ],
  });
  const ofOne = (await owner.ask<Completeness>({ url: `${url}?domain_id=${one.id}` })).body;
  expect(yesterday(ofOne)).toMatchObject({ complete_share: 0, missing: [{ reporter: "shared", share: 100 }] });
  const ids = [one.id, two.id];
  const posted = await owner.ask<Completeness>({ url, method: "POST", body: { domain_id: ids } });
  expect(posted.body).toEqual(all);
  const { text, headers } = await owner.ask({ url: `${url}?format=csv` });
  expect(headers["content-disposition"]).toContain("completeness_2026-09-16_2026-10-15.csv");
  expect(readCsv(text).map(({ date, complete_share }) => [date, complete_share])).toEqual(
    all.data.map(({ date, complete_share }) => [date, String(complete_share)]),
  );
  const ended = (await owner.ask<Completeness>({ url: `${url}?end_date=2026-10-14` })).body;
  expect(ended.data.at(-1)).toEqual(yesterday(all));
  expect((await owner.ask({ url: `${url}?domain_id=${domain.id}` })).status).toBe(404);
});
