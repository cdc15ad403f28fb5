import type { AttentionReason } from "@ruaflow/metadata-store/attention";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseCsv, startApi, type TestApi, type TestOrganization } from "../../testing/index.ts";

interface Reason {
  readonly id: string;
  readonly reason: string;
  readonly weight: number;
  readonly acknowledged_at: string | null;
  readonly acknowledged_by: string | null;
  readonly note: string | null;
}

interface Item {
  readonly domain_id: string;
  readonly domain: string;
  readonly rank_score: number;
  readonly since: string;
  readonly reasons: readonly Reason[];
}

interface Listed {
  readonly data: readonly Item[];
  readonly meta: {
    readonly total: number;
    readonly counts: Readonly<Record<string, number>>;
    readonly evaluated_at: string | null;
  };
}

const openedAt = "2026-03-01T08:00:00.000Z";

let api: TestApi;
let organization: TestOrganization;
let unique = 0;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

beforeEach(async () => {
  organization = await api.createOrganization();
});

async function addDomain(name: string, client: { reference?: string; labels?: readonly string[] } = {}) {
  const domain = await organization.addVerifiedDomain(`${name}-${unique++}.example`);
  const { reference: clientReference = null, labels = [] } = client;
  await api.metadata.domains.updateDomainSettings(organization.id, {
    domainId: domain.id,
    changes: { clientReference, labels },
  });
  return domain;
}

/** Saves what the keeper finds. */
async function addReason(domain: { readonly id: string }, reason: AttentionReason, weight: number, at = openedAt) {
  await executeSql(
    api.databaseUrl,
    `INSERT INTO attention (id, organization_id, domain_id, reason, opened_at, new_at, summary, value, threshold, weight)
     VALUES ('att_${unique++}', '${organization.id}', '${domain.id}', '${reason}', '${at}', '${at}', 'It is bad.', 5, 3, ${weight})`,
  );
}

const list = async (query = "", asking = organization) =>
  asking.ask<Listed>({ url: `/api/v1/domains/attention${query}` });
const listNames = async (query = "") => (await list(query)).body.data.map(({ domain }) => domain);
const acknowledge = (id: string, body: object, key = organization.key) =>
  organization.ask<{ data: Item }>({ method: "POST", url: `/api/v1/domains/${id}/attention/acknowledge`, body, key });
const takeBack = (id: string, query = "") =>
  organization.ask<{ data: Item }>({ method: "DELETE", url: `/api/v1/domains/${id}/attention/acknowledge${query}` });

test("domains are ranked by the sum of their weights, and the longest waiting comes first of equal ones", async () => {
  const [light, heavy, old, quiet] = [
    await addDomain("light", { reference: "C-1", labels: ["retail"] }),
    await addDomain("heavy"),
    await addDomain("old"),
    await addDomain("quiet"),
  ];
  await addReason(light, "dns_changed", 11);
  await addReason(heavy, "new_senders", 61);
  await addReason(heavy, "dns_broken", 90);
  await addReason(old, "silence", 11, "2026-02-01T08:00:00.000Z");
  const begunAt = new Date("2026-03-02T08:00:00Z");
  await api.metadata.watch.saveRound("attention", begunAt);
  const { status, body, headers } = await list("?per_page=2");
  expect([status, headers.link]).toEqual([200, expect.stringContaining('rel="next"')]);
  expect(body.data.map(({ domain, rank_score }) => [domain, rank_score])).toEqual([
    [heavy.name, 151],
    [old.name, 11],
  ]);
  expect(body.data[0]?.reasons.map(({ reason }) => reason)).toEqual(["dns_broken", "new_senders"]);
  expect(body.meta).toMatchObject({ total: 3, evaluated_at: begunAt.toISOString() });
  expect(body.meta.counts).toMatchObject({ dns_broken: 1, new_senders: 1, dns_changed: 1, silence: 1, pass_rate: 0 });
  expect((await list("?per_page=2&page=2")).body.data).toEqual([
    {
      domain_id: light.id,
      domain: light.name,
      client_reference: "C-1",
      labels: ["retail"],
      rank_score: 11,
      client_domains: 1,
      since: openedAt,
      reasons: [
        {
          id: expect.stringMatching(/^att_/),
          reason: "dns_changed",
          summary: "It is bad.",
          value: 5,
          threshold: 3,
          weight: 11,
          opened_at: openedAt,
          since: openedAt,
          acknowledged_at: null,
          acknowledged_by: null,
          acknowledged_until: null,
          note: null,
        },
      ],
    },
  ]);
  expect(await listNames()).not.toContain(quiet.name);
});

test("since is the first day of the problem in the reports, not when it was found, and orders equal ranks", async () => {
  const [first, second] = [await addDomain("first"), await addDomain("second")];
  for (const domain of [first, second]) await addReason(domain, "misconfigured_sender", 200);
  await executeSql(api.databaseUrl, `UPDATE attention SET since = '2026-01-15' WHERE domain_id = '${second.id}'`);
  const { body } = await list();
  expect(body.data.map(({ domain, since }) => [domain, since])).toEqual([
    [second.name, "2026-01-15T00:00:00.000Z"],
    [first.name, openedAt],
  ]);
  expect(body.data[0]?.reasons[0]).toMatchObject({ opened_at: openedAt, since: "2026-01-15T00:00:00.000Z" });
});

test("forged messages that receivers refused are good news in meta, of the domains asked for, and no reason", async () => {
  const [one, two] = [await addDomain("one", { reference: "C-1" }), await addDomain("two")];
  const judged = { now: new Date(), reasons: [] };
  const save = (id: string, forgedRefused: number) =>
    api.metadata.attention.saveMailVerdict(organization.id, {
      ...judged,
      domain: { id, messages: 1, failed: 0, asksNothing: false },
      forgedRefused,
    });
  await save(one.id, 2592);
  await save(two.id, 8);
  expect((await list()).body).toMatchObject({ data: [], meta: { forged_refused: 2600 } });
  expect((await list("?client_reference=C-1")).body.meta).toMatchObject({ forged_refused: 2592 });
});

test("the parameters select reasons: a domain is listed and ranked with those that fit all of them", async () => {
  const one = await addDomain("one", { reference: "C-1", labels: ["Retail", "vip"] });
  const two = await addDomain("two", { reference: "C-2", labels: ["bank"] });
  await addReason(one, "dns_broken", 90);
  await addReason(one, "silence", 53, "2026-03-05T08:00:00.000Z");
  await addReason(two, "silence", 60);
  expect((await list("?reason=silence")).body).toMatchObject({
    data: [
      { domain: two.name, rank_score: 60 },
      { domain: one.name, rank_score: 53 },
    ],
    meta: { total: 2, counts: { silence: 2, dns_broken: 0 } },
  });
  expect((await list("?reason=silence&reason=dns_broken")).body.meta.total).toBe(2);
  const recent = (await list("?since=2026-03-02T00:00:00Z")).body.data;
  expect(recent).toMatchObject([{ domain: one.name, reasons: [{ reason: "silence" }], rank_score: 53 }]);
  for (const query of ["client_reference=C-1", "label=vip", "label=vip&label=x", `domain_id=${one.id}`, "search=RETA"])
    expect(await listNames(`?${query}`)).toEqual([one.name]);
  expect(await listNames(`?domain_id=${one.id}&domain_id=${two.id}`)).toEqual([one.name, two.name]);
  expect(await listNames("?label=vip&client_reference=C-2")).toEqual([]);
  expect(await listNames("?search=c-2")).toEqual([two.name]);
  for (const query of ["reason=other", "acknowledged=maybe", "since=today", "severity=1"])
    expect((await list(`?${query}`)).status).toBe(400);
});

test("what is acknowledged leaves the list with its note and key, and comes back when that is taken back", async () => {
  const domain = await addDomain("known");
  await addReason(domain, "dns_broken", 90);
  await addReason(domain, "silence", 53);
  const key = await organization.createKey(["domains:read", "domains:write"]);
  const keyId = key.split("_")[1];
  const answer = await acknowledge(domain.id, { note: "They move.", reasons: ["dns_broken", "pass_rate"] }, key);
  expect(answer.status).toBe(200);
  expect(answer.body.data.reasons).toMatchObject([
    { reason: "dns_broken", note: "They move.", acknowledged_by: keyId, acknowledged_at: expect.any(String) },
    { reason: "silence", note: null, acknowledged_by: null, acknowledged_at: null },
  ]);
  expect((await list()).body).toMatchObject({
    data: [{ rank_score: 53, reasons: [{ reason: "silence" }] }],
    meta: { counts: { dns_broken: 0, silence: 1 } },
  });
  const known = (await list("?acknowledged=true")).body;
  expect(known.data).toMatchObject([{ rank_score: 90, reasons: [{ reason: "dns_broken", note: "They move." }] }]);
  await acknowledge(domain.id, {});
  expect((await list()).body.meta.total).toBe(0);
  expect((await takeBack(domain.id, "?reason=silence")).body.data.reasons).toMatchObject([
    { reason: "dns_broken", note: null, acknowledged_at: expect.any(String) },
    { reason: "silence", acknowledged_at: null },
  ]);
  await takeBack(domain.id);
  expect((await list()).body.data).toMatchObject([{ rank_score: 143 }]);
});

test("a domain without reasons can be acknowledged, to no effect; a body that cannot be read is refused", async () => {
  const domain = await addDomain("quiet");
  expect(await acknowledge(domain.id, {})).toMatchObject({ status: 200, body: { data: { reasons: [] } } });
  const long = await acknowledge(domain.id, { note: "x".repeat(1001) });
  expect([long.status, long.text]).toEqual([400, expect.stringContaining("/body/note")]);
  expect((await acknowledge(domain.id, { reasons: ["other"] })).status).toBe(400);
  expect((await acknowledge(domain.id, { notes: "x" })).status).toBe(400);
});

test("as CSV each reason is a row, on every page's domains, in the order of the list", async () => {
  const [one, two] = [await addDomain("one", { labels: ["vip"] }), await addDomain("=two")];
  await addReason(one, "silence", 53);
  await addReason(two, "dns_broken", 90);
  await addReason(two, "silence", 55);
  const { status, text, headers } = await list("?format=csv&per_page=1");
  expect([status, headers["content-disposition"]]).toEqual([200, 'attachment; filename="attention_all.csv"']);
  const [header = [], ...rows] = parseCsv(text);
  const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
  expect([column("domain"), column("reason"), column("rank_score")]).toEqual([
    [`'${two.name}`, `'${two.name}`, one.name],
    ["dns_broken", "silence", "silence"],
    ["145", "145", "53"],
  ]);
  expect(column("labels").at(-1)).toBe('["vip"]');
  const free = await api.createOrganization("free");
  expect((await list("?format=csv", free)).status).toBe(403);
});

test("other organizations see and acknowledge nothing, and each right has its scope", async () => {
  const domain = await addDomain("mine");
  await addReason(domain, "silence", 53);
  const other = await api.createOrganization();
  expect((await list("", other)).body).toMatchObject({ data: [], meta: { total: 0, counts: { silence: 0 } } });
  const url = `/api/v1/domains/${domain.id}/attention/acknowledge`;
  expect((await other.ask({ method: "POST", url, body: {} })).status).toBe(404);
  expect((await other.ask({ method: "DELETE", url })).status).toBe(404);
  expect((await list(`?domain_id=${domain.id}`, other)).status).toBe(404);
  const reader = await organization.createKey(["domains:read"]);
  expect((await acknowledge(domain.id, {}, reader)).status).toBe(403);
  const reports = await organization.createKey(["reports:read"]);
  expect((await organization.ask({ url: "/api/v1/domains/attention", key: reports })).status).toBe(403);
  expect((await list()).body.meta.total).toBe(1);
});
