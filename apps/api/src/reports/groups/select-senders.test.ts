import type { RecordStore } from "@ruaflow/record-store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv, startApi, storeGeneratedMail, type TestApi, type TestOrganization } from "../../testing/index.ts";

const TODAY = "2026-10-02";
const YESTERDAY = "2026-10-01";

interface Body<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly total: number; readonly total_failures?: number };
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
}
interface Group {
  readonly key: string | null;
  readonly sources: number;
  readonly failure_count: number;
}
interface Row {
  readonly source_ip: string;
  readonly service: string | null;
  readonly class: string;
  readonly also: readonly string[];
}

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi({ now: () => new Date(`${TODAY}T12:00:00Z`) });
  organization = await api.createOrganization();
  await storeGeneratedMail(api, organization);
});

afterAll(() => api.stop());

const period = `start_date=${YESTERDAY}&end_date=${TODAY}`;
const toUrl = (list: string, query: string) => `/api/v1/reports/${list}?${period}&${query}`;
const ask = <Item = Row>(list: string, query: string, owner = organization) =>
  owner.ask<Body<Item>>({ url: toUrl(list, query) });
const readGroups = async (list: string, by: string) =>
  (await ask<Group>(list, `group_by=${by}&per_page=100`)).body.data;
const toParameter = (by: string, key: string | null) => `${by}=${encodeURIComponent(key ?? "")}`;

test.for([
  ["sources", "service"],
  ["sources", "class"],
  ["failures", "service"],
  ["failures", "class"],
] as const)("%s of a %s are as many as its group has", async ([list, by]) => {
  const groups = await readGroups(list, by);
  expect(groups.length).toBeGreaterThan(1);
  for (const { key, sources } of groups) {
    const { status, body } = await ask(list, `${toParameter(by, key)}&per_page=1`);
    expect([status, key, body.meta.total]).toEqual([200, key, sources]);
  }
});

test("rows have the service that was asked for, also none, and in CSV", async () => {
  for (const { key } of await readGroups("sources", "service")) {
    const { body } = await ask("sources", toParameter("service", key));
    expect(new Set(body.data.map(({ service }) => service))).toEqual(new Set([key]));
    const { text } = await organization.ask({ url: toUrl("sources", `${toParameter("service", key)}&format=csv`) });
    expect(readCsv(text)).toHaveLength(body.data.length);
  }
});

test("rows have the class that was asked for, or it is one of their others", async () => {
  const { body } = await ask("sources", "class=misconfigured&verdicts=true");
  expect(body.data.length).toBeGreaterThan(0);
  for (const row of body.data) expect([row.class, ...row.also]).toContain("misconfigured");
});

test.for(["sources", "failures"])("%s of a class are judged once, as without it", async (list) => {
  const asked: string[] = [];
  const records: RecordStore = {
    ...api.records,
    streamSourceMail: (...args) => {
      asked.push("all");
      return api.records.streamSourceMail(...args);
    },
    readSourceMail: (...args) => {
      asked.push("some");
      return api.records.readSourceMail(...args);
    },
  };
  const server = await api.createServer({ records });
  const judge = async (query: string) =>
    (await organization.ask<Body<Row>>({ url: toUrl(list, query), server })).body.data;
  const all = await judge("verdicts=true");
  expect(asked.splice(0)).toEqual(["some"]);
  const some = await judge("class=misconfigured&verdicts=true&per_page=100");
  expect(asked).toEqual(["all"]);
  const chosen = new Map(some.map((row) => [row.source_ip, row]));
  expect(chosen.size).toBeGreaterThan(0);
  expect(some).toEqual(all.filter((row) => chosen.has(row.source_ip)));
});

test("the messages of both filters are those that fit both", async () => {
  const { data } = (await ask("sources", "class=misconfigured")).body;
  const service = data[0]?.service ?? null;
  const both = await ask("sources", `class=misconfigured&${toParameter("service", service)}`);
  expect(both.body.meta.total).toBe(data.filter((row) => row.service === service).length);
});

test.for(["source_organization", "country"])("sources whose %s is not known are all without facts", async (name) => {
  const { body } = await ask("sources", `${name}=`);
  const all = (await ask("sources", "")).body.meta.total;
  expect(body.meta.total).toBe(all);
  expect((await ask("sources", `${name}=${name === "country" ? "DE" : "Another Ltd"}`)).body.meta.total).toBe(0);
});

test("groups of a service, another class and a wrong country are refused", async () => {
  const refused = await ask("sources", "group_by=country&service=SendGrid");
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ pointer: "/query/service", message: "selects sources, not groups: leave out group_by" }],
  ]);
  expect((await ask("failures", "class=other")).status).toBe(400);
  expect((await ask("failures", "country=germany")).status).toBe(400);
});

test("another organization has no such sources", async () => {
  const other = await api.createOrganization();
  expect((await ask("sources", "class=compliant", other)).body.data).toEqual([]);
});
