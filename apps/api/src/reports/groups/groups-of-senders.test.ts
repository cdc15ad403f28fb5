import type { MailGroup } from "@ruaflow/senders/rules";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type GeneratedMail,
  readCsv,
  startApi,
  storeGeneratedMail,
  type TestApi,
  type TestOrganization,
} from "../../testing/index.ts";
import { SENDER_GROUP_SOURCES_MAX } from "./group.ts";

const TODAY = "2026-10-02";
const YESTERDAY = "2026-10-01";

interface Sums {
  readonly key: string | null;
  readonly emails: number;
  readonly passed: number;
  readonly failed: number;
  readonly sources: number;
  readonly domains: number;
  readonly spf_pass_rate: number;
  readonly dkim_pass_rate: number;
  readonly previous: { readonly emails: number; readonly passed: number };
}
interface Failures {
  readonly key: string | null;
  readonly failure_count: number;
  readonly sources: number;
  readonly previous: { readonly failure_count: number };
}
interface Body<Item> {
  readonly data: readonly Item[];
  readonly meta: Readonly<Record<string, unknown>>;
}

let api: TestApi;
let organization: TestOrganization;
let generated: GeneratedMail;

beforeAll(async () => {
  api = await startApi({ now: () => new Date(`${TODAY}T12:00:00Z`) });
  organization = await api.createOrganization();
  generated = await storeGeneratedMail(api, organization);
});

afterAll(() => api.stop());

const ask = <Item = Sums>(list: string, query: string, owner = organization) =>
  owner.ask<Body<Item>>({ url: `/api/v1/reports/${list}?start_date=${TODAY}&end_date=${TODAY}&per_page=100&${query}` });

interface Mail {
  readonly sourceIp: string;
  readonly domainId: string;
  readonly group: MailGroup;
  readonly keys: Readonly<Record<string, string | null>>;
}

/** Every message of some domains on a day, with the groups that it is in. */
function listMail(domainIds: readonly string[], day: string): Mail[] {
  return domainIds.flatMap((domainId) =>
    generated.recount(domainId, day).flatMap(({ mail, verdict }) =>
      mail.groups.map((group, place) => {
        const keys = { service: verdict.service?.name ?? null, class: verdict.groupClasses[place] ?? "" };
        return { sourceIp: mail.sourceIp, domainId, group, keys };
      }),
    ),
  );
}

const sum = (mail: readonly Mail[]) => mail.reduce((total, { group }) => total + group.messages, 0);
const rate = (part: number, whole: number) => Math.round((part * 1000) / whole) / 10;

function recount(groupBy: string, domainIds: readonly string[], wanted: (mail: Mail) => boolean = () => true) {
  const toGroups = (day: string) =>
    Map.groupBy(listMail(domainIds, day).filter(wanted), ({ keys }) => keys[groupBy] ?? null);
  const before = toGroups(YESTERDAY);
  return new Map(
    [...toGroups(TODAY)].map(([key, own]) => {
      const passed = (mail: readonly Mail[]) => sum(mail.filter(({ group }) => group.dmarcPass));
      const aligned = (field: "spfAligned" | "dkimAligned") =>
        rate(sum(own.filter(({ group }) => group[field])), sum(own));
      const past = before.get(key) ?? [];
      return [
        key,
        {
          ...{ emails: sum(own), passed: passed(own), failed: sum(own) - passed(own) },
          sources: new Set(own.map(({ sourceIp }) => sourceIp)).size,
          domains: new Set(own.map(({ domainId }) => domainId)).size,
          ...{ spf_pass_rate: aligned("spfAligned"), dkim_pass_rate: aligned("dkimAligned") },
          previous: { emails: sum(past), passed: passed(past) },
        },
      ];
    }),
  );
}

test.each(["service", "class"])(
  "sources by %s have the groups of a recount, with the period before",
  async (groupBy) => {
    for (const domainId of generated.nameOf.keys()) {
      const { status, body } = await ask("sources", `group_by=${groupBy}&domain_id=${domainId}`);
      expect(status).toBe(200);
      const expected = recount(groupBy, [domainId]);
      expect(expected.size).toBeGreaterThan(1);
      expect(new Set(body.data.map(({ key }) => key))).toEqual(new Set(expected.keys()));
      for (const group of body.data)
        expect(group).toMatchObject(expected.get(group.key) ?? expect.fail(String(group.key)));
      expect(body.data.map(({ emails }) => emails)).toEqual(
        body.data.map(({ emails }) => emails).sort((a, b) => b - a),
      );
      expect(body.meta).toMatchObject({ group_by: groupBy, total: expected.size });
    }
  },
);

test("classes of all domains have the messages of a recount, each by its own domain", async () => {
  const { data } = (await ask("sources", "group_by=class")).body;
  const expected = recount("class", [...generated.nameOf.keys()]);
  expect(data).toHaveLength(expected.size);
  for (const group of data) expect(group).toMatchObject(expected.get(group.key) ?? expect.fail(String(group.key)));
});

test.each(["service", "class"])("failures by %s have the failing messages of a recount", async (groupBy) => {
  for (const domainId of generated.nameOf.keys()) {
    const { body } = await ask<Failures>("failures", `group_by=${groupBy}&domain_id=${domainId}`);
    const expected = recount(groupBy, [domainId], ({ group }) => !group.dmarcPass);
    expect(body.data).toHaveLength(expected.size);
    for (const { key, failure_count, sources, previous } of body.data) {
      const own = expected.get(key) ?? expect.fail(String(key));
      expect([failure_count, sources, previous.failure_count]).toEqual([own.emails, own.sources, own.previous.emails]);
    }
    const failed = [...expected.values()].reduce((total, { emails }) => total + emails, 0);
    expect(body.meta).toMatchObject({ total_failures: failed });
  }
});

test("pages and CSV have the same groups, and number of reports is left out", async () => {
  const { data } = (await ask("sources", "group_by=service")).body;
  const [first, second] = await Promise.all(
    [1, 2].map((page) => ask("sources", `group_by=service&page=${page}`.concat("&sort=-emails"))),
  );
  expect(first?.body.data).toEqual(data);
  expect(second?.body.data).toEqual([]);
  expect(Object.keys(data[0] ?? {})).not.toContain("reports");
  const url = `/api/v1/reports/sources?start_date=${TODAY}&end_date=${TODAY}&group_by=service&format=csv`;
  const rows = readCsv((await organization.ask({ url })).text);
  expect(
    rows.map(({ key, emails, "previous.emails": before }) => [key ?? null, Number(emails), Number(before)]),
  ).toEqual(data.map(({ key, emails, previous }) => [key, emails, previous.emails]));
});

test("filters select the messages that are grouped; another organization has no groups", async () => {
  const { data } = (await ask("sources", "group_by=class&result=fail")).body;
  expect(data.map(({ passed }) => passed)).toEqual(data.map(() => 0));
  expect((await ask("sources", "group_by=class", await api.createOrganization())).body.data).toEqual([]);
});

test("the aggregate has no services, and more sources than one answer is worth are refused with what to do", async () => {
  expect((await ask("aggregate", "group_by=service")).status).toBe(400);
  const records = { ...api.records, countSources: async () => SENDER_GROUP_SOURCES_MAX.class + 1 };
  const server = await api.createServer({ records });
  const refused = await organization.ask({ url: "/api/v1/reports/sources?group_by=class", server });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("select fewer domains or days");
});
