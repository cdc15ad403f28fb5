import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

let api: TestApi;
let organization: TestOrganization;
let domainId: string;
let unproven: string;

const period = "start_date=2026-10-01&end_date=2026-10-01";

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-05T00:00:00Z") });
  organization = await api.createOrganization();
  const domain = await organization.addVerifiedDomain("example.com");
  domainId = domain.id;
  const facts = (sourceIp: string, count: number) => [aRecord({ sourceIp, count })];
  await organization.storeReport({ domain, trust: "dmarc", records: facts("192.0.2.1", 10), policy: { p: "none" } });
  const forged = { records: facts("192.0.2.66", 100), policy: { p: "reject" } };
  unproven = await organization.storeReport({ domain, trust: "none", ...forged });
});

afterAll(() => api.stop());

async function readSums(trust: string) {
  const query = `${period}${trust}`;
  const ask = async <Body>(path: string) =>
    (await organization.ask<Body>({ url: `/api/v1/reports/${path}?${query}` })).body;
  const aggregate = await ask<{ data: { totals: object }; meta: object }>("aggregate");
  const sources = await ask<{ data: { source_ip: string }[] }>("sources");
  const failures = await ask<{ meta: { total_failures: number } }>("failures");
  const csv = await organization.ask({ url: `/api/v1/reports/sources?${query}&format=csv` });
  return {
    ...aggregate.data.totals,
    addresses: sources.data.map(({ source_ip }) => source_ip).sort(),
    failures: failures.meta.total_failures,
    exported: csv.text.trim().split("\n").length - 1,
  };
}

const authentic = { emails: 10, reports: 1, sources: 1, addresses: ["192.0.2.1"], failures: 10, exported: 1 };
const none = { emails: 100, reports: 1, sources: 1, addresses: ["192.0.2.66"], failures: 100, exported: 1 };
const all = {
  emails: 110,
  reports: 2,
  sources: 2,
  addresses: ["192.0.2.1", "192.0.2.66"],
  failures: 110,
  exported: 2,
};

test("sums leave out reports whose sender is not proven, unless they are asked for", async () => {
  expect(await readSums("")).toEqual(authentic);
  expect(await readSums("&trust=authentic")).toEqual(authentic);
  expect(await readSums("&trust=none")).toEqual(none);
  expect(await readSums("&trust=all")).toEqual(all);
});

test("lists and details show every report with its trust, and can be limited to one", async () => {
  const list = async (query: string) => {
    const url = `/api/v1/reports?${query}`;
    const { body } = await organization.ask<{ data: { id: string; trust: string; trust_reason: string }[] }>({ url });
    return body.data.map(({ trust, trust_reason }) => [trust, trust_reason]).sort();
  };
  const unaligned = ["none", "unaligned"];
  expect(await list("")).toEqual([["dmarc", null], unaligned]);
  expect(await list("trust=none")).toEqual([unaligned]);
  expect(await list("trust=none&after=")).toEqual([unaligned]);
  expect(await list("trust=spf")).toEqual([]);
  const { body } = await organization.ask({ url: `/api/v1/reports/${unproven}` });
  expect(body).toMatchObject({ data: { trust: "none", trust_reason: "unaligned" } });
});

test("lists, details and exports name the domain that vouches for a report, since when it is known, and can be limited to it", async () => {
  const own = await api.createOrganization();
  const domain = await own.addVerifiedDomain("vouched.example");
  const facts = { domain, trust: "dmarc" as const, reporterDomain: "small.example" };
  const id = await own.storeReport({ ...facts, receivedAt: new Date("2026-10-03T12:00:00Z") });
  await own.storeReport({ ...facts, receivedAt: new Date("2026-10-02T12:00:00Z") });
  await own.storeReport({ domain });
  const vouched = { reporter_domain: "small.example", reporter_domain_since: "2026-10-02" };
  const list = (query: string) => own.ask<{ data: object[] }>({ url: `/api/v1/reports?${query}` });
  for (const query of ["reporter_domain=small.example", "reporter_domain=Small.Example&after="]) {
    expect((await list(query)).body.data).toEqual([vouched, vouched].map((one) => expect.objectContaining(one)));
  }
  expect((await list("reporter_domain=other.example")).body.data).toEqual([]);
  expect((await own.ask({ url: `/api/v1/reports/${id}` })).body).toMatchObject({ data: vouched });
  const { text } = await own.ask({ url: "/api/v1/reports?format=csv" });
  expect(text.split("small.example")).toHaveLength(3);
});

test("an unknown trust is an error", async () => {
  for (const path of ["reports", "reports/aggregate", "reports/sources", "reports/failures", "reports/records"]) {
    expect((await organization.ask({ url: `/api/v1/${path}?trust=some` })).status).toBe(400);
  }
});

test("the published policy is that of reports whose sender is proven", async () => {
  const { body } = await organization.ask({ url: `/api/v1/domains/${domainId}` });
  expect(body).toMatchObject({ data: { dmarc_policy: "none" } });
});

test("an organization that counts them gets all by default, also for what is stored already", async () => {
  await api.metadata.tenants.setCountUnauthenticated(organization.id, true);
  const key = await organization.createKey(["reports:read"]);
  const url = `/api/v1/reports/aggregate?${period}`;
  const { body } = await organization.ask<{ data: { totals: object } }>({ url, key });
  expect(body.data.totals).toMatchObject({ emails: 110, reports: 2 });
});
