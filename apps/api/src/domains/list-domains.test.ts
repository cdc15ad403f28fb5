import { executeSql } from "@ruaflow/metadata-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCsv, startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface Item {
  readonly id: string;
  readonly domain: string;
  readonly pass_rate: number;
}
interface ListBody {
  readonly data: readonly Item[];
  readonly meta: { readonly total: number };
}

let api: TestApi;
let owner: TestOrganization;

const NOW = "2026-10-15T12:00:00Z";
const record = (count: number, dkim: "pass" | "fail") => aRecord({ count, policyEvaluated: { dkim } });

beforeAll(async () => {
  api = await startApi({ now: () => new Date(NOW) });
  owner = await api.createOrganization();
  const [good, poor] = [await owner.addVerifiedDomain("good.example"), await owner.addVerifiedDomain("poor.example")];
  await owner.addVerifiedDomain("silent.example");
  await owner.ask({ method: "POST", url: "/api/v1/domains", body: { domain: "waiting.example", labels: ["new"] } });
  const changes = { labels: ["vip", "eu"], client_reference: "=C-1" };
  await owner.ask({ method: "PUT", url: `/api/v1/domains/${good.id}`, body: changes });
  const receivedAt = new Date("2026-10-11T08:00:00Z");
  await owner.storeReport({
    domain: good,
    day: "2026-10-10",
    receivedAt,
    records: [record(9, "pass"), record(1, "fail")],
  });
  await owner.storeReport({
    domain: good,
    day: "2026-09-10",
    receivedAt,
    records: [record(8, "pass"), record(2, "fail")],
  });
  await executeSql(api.databaseUrl, "UPDATE domains SET verified_at = '2026-10-01' WHERE verified_at IS NOT NULL");
  const policy = { p: "reject" };
  const late = new Date("2026-10-13T08:00:00Z");
  await owner.storeReport({ domain: poor, day: "2026-10-12", receivedAt: late, records: [record(5, "fail")], policy });
});

afterAll(() => api.stop());

const ask = (query: string, asking = owner, headers = {}) =>
  asking.ask<ListBody>({ url: `/api/v1/domains${query}`, headers });
const names = async (query: string) => (await ask(query)).body.data.map(({ domain }) => domain.split(".")[0]);

test("an item says what is known of the domain", async () => {
  const [good] = (await ask("?search=good")).body.data;
  expect(good).toMatchObject({
    domain: "good.example",
    messages: 10,
    pass_rate: 90,
    pass_rate_change: 10,
    latest_day: "2026-10-10",
    last_report_at: "2026-10-11T08:00:00.000Z",
    dns_state: "unchecked",
    dns_checked_at: null,
    open_alerts: 0,
    client_reference: "=C-1",
    labels: ["vip", "eu"],
  });
  expect((await ask("?search=silent")).body.data[0]).toMatchObject({
    messages: 0,
    pass_rate: 0,
    pass_rate_change: null,
    latest_day: null,
    last_report_at: null,
  });
});

test.for([
  ["?sort=pass_rate&per_page=2", ["poor", "good"]],
  ["?sort=-pass_rate&per_page=2", ["good", "poor"]],
  ["?sort=-messages&per_page=2", ["good", "poor"]],
  ["?sort=-last_report_at&per_page=2", ["poor", "good"]],
  ["?sort=client_reference&per_page=1", ["good"]],
  ["?sort=pass_rate_change&per_page=1", ["good"]],
  ["?label=vip&label=other", ["good"]],
  ["?label=new&label=vip", ["good", "waiting"]],
  ["?client_reference=%3DC-1", ["good"]],
  ["?dmarc_policy=reject", ["poor"]],
  ["?dmarc_policy=unknown", ["waiting", "silent"]],
  ["?dns_state=ok", []],
  ["?pass_rate_below=90", ["poor"]],
  ["?pass_rate_below=9e1", ["poor"]],
  ["?pass_rate_above=89.9", ["good"]],
  ["?silent_days=3&status=verified&label=vip", ["good"]],
  ["?has_alerts=true", []],
  ["?search=VIP", ["good"]],
] as const)("%s selects and sorts", async ([query, expected]) => {
  const found = await names(query);
  expect(query.includes("sort=") ? found : found.sort()).toEqual(
    query.includes("sort=") ? expected : [...expected].sort(),
  );
});

test("a stranger's mail does not take a domain off the list of silent ones, unless the organization counts it", async () => {
  const quiet = await owner.addVerifiedDomain("quiet.example");
  await executeSql(api.databaseUrl, `UPDATE domains SET verified_at = '2026-09-01' WHERE id = '${quiet.id}'`);
  const receivedAt = new Date("2026-10-15T08:00:00Z");
  const forged = { domain: quiet, day: "2026-10-14", receivedAt, trust: "none" } as const;
  await owner.storeReport({ ...forged, records: [record(7, "pass")] });
  const read = async () => (await ask("?search=quiet")).body.data[0];
  expect(await read()).toMatchObject({ messages: 0, latest_day: null, last_report_at: null });
  expect(await names("?silent_days=30&search=quiet")).toEqual(["quiet"]);
  await owner.storeReport({ domain: quiet, day: "2020-05-01", receivedAt });
  expect(await names("?silent_days=30&search=quiet")).toEqual(["quiet"]);
  await api.metadata.tenants.setCountUnauthenticated(owner.id, true);
  const key = await owner.createKey(["domains:read"]);
  const url = "/api/v1/domains?search=quiet";
  expect((await owner.ask<ListBody>({ url, key })).body.data[0]).toMatchObject({
    messages: 7,
    latest_day: "2026-10-14",
    last_report_at: receivedAt.toISOString(),
  });
  expect((await owner.ask<ListBody>({ url: `${url}&silent_days=1`, key })).body.data).toEqual([]);
  await api.metadata.tenants.setCountUnauthenticated(owner.id, false);
  await owner.ask({ method: "DELETE", url: `/api/v1/domains/${quiet.id}` });
});

test("a policy that only a report has shown is filtered and sorted as it is shown", async () => {
  expect((await ask("?dmarc_policy=reject")).body.data[0]).toMatchObject({ dmarc_policy: "reject" });
  expect((await names("?sort=-dmarc_policy"))[0]).toBe("poor");
});

test.for(["?label=", "?dmarc_policy=p", "?dns_state=x", "?pass_rate_below=101", "?silent_days=0", "?sort=labels"])(
  "%s is refused by name",
  async (query) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(`/query/${/\?(\w+)/.exec(query)?.[1]}`);
  },
);

test("the CSV has every domain of the filter in the order of sort, as in the JSON, and no formula", async () => {
  const json = (await ask("?sort=-messages")).body.data;
  const { status, text, headers } = await ask("?sort=-messages&format=csv&per_page=1");
  expect(status).toBe(200);
  expect(headers["content-disposition"]).toContain('filename="domains_2026-09-16_2026-10-15.csv"');
  const rows = parseCsv(text);
  const [columns = []] = rows;
  expect(columns).toEqual(Object.keys(json[0] ?? {}));
  expect(rows.slice(1).map((row) => row[columns.indexOf("domain")])).toEqual(json.map(({ domain }) => domain));
  expect(rows[1]?.[columns.indexOf("client_reference")]).toBe("'=C-1");
  expect((await ask("", owner, { accept: "text/csv" })).headers["content-type"]).toContain("text/csv");
  const free = await api.createOrganization("free");
  expect((await ask("?format=csv", free)).status).toBe(403);
});

test("another organization's domains are in no list", async () => {
  const other = await api.createOrganization();
  for (const query of ["", "?sort=pass_rate", "?label=vip", "?silent_days=1", "?dmarc_policy=reject"]) {
    expect([query, (await ask(query, other)).body.meta.total]).toEqual([query, 0]);
  }
});
