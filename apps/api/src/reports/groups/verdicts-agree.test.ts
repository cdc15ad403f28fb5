import { executeStatement, selectRows } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { createServiceMap, parseServices, shippedServices } from "@ruaflow/senders";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type GeneratedMail,
  readCsv,
  startApi,
  storeGeneratedMail,
  type TestApi,
  type TestOrganization,
} from "../../testing/index.ts";

interface Row {
  readonly source_ip: string;
  readonly service: string | null;
  readonly sender: string | null;
  readonly sender_kind: string;
  readonly class: string;
  readonly cause: string;
  readonly explanation: string;
  readonly next_step: string | null;
  readonly total_count: number;
  readonly pass_count: number;
  readonly failure_count: number;
}
interface Group {
  readonly key: string | null;
  readonly sender: string | null;
  readonly sender_kind: string;
  readonly class: string;
  readonly cause: string;
  readonly explanation: string;
  readonly next_step: string | null;
  readonly share: number;
  readonly domains: number;
  readonly emails: number;
  readonly passed: number;
  readonly failure_count: number;
  readonly sources: number;
  readonly reports: number;
  readonly previous: { readonly emails: number };
}
interface Body<Item> {
  readonly data: readonly Item[];
  readonly meta: {
    readonly total: number;
    readonly total_failures: number;
    readonly verdicts?: { readonly state: string; readonly pending: number };
  };
}

let api: TestApi;
let organization: TestOrganization;
let generated: GeneratedMail;

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-02T12:00:00Z") });
  organization = await api.createOrganization();
  generated = await storeGeneratedMail(api, organization);
});

afterAll(() => api.stop());

const keys = ["service", "class", "sender", "cause"] as const;
const lists = ["sources", "failures"] as const;
const toParameter = (by: string, key: string | null) => `${by}=${encodeURIComponent(key ?? "")}`;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const ask = async <Item = Row>(list: string, query: string, owner = organization) => {
  const url = `/api/v1/reports/${list}?${generated.query}&${query}`;
  const { status, text, body } = await owner.ask<Body<Item>>({ url });
  expect([status, text.slice(0, 500)]).toEqual([200, expect.any(String)]);
  return body;
};
const readRows = async (list: string, query: string) => (await ask(list, `${query}&verdicts=true`)).data;
const readGroups = async (list: string, by: string, query = "") =>
  (await ask<Group>(list, `group_by=${by}&per_page=100&${query}`)).data;

/** All domains, and one. */
const listFilters = () => ["", `trust=all&domain_id=${[...generated.nameOf.keys()][0]}`];

test.for(lists.flatMap((list) => keys.map((by) => ({ list, by }))))(
  "$list by $by have the sums of the rows that a filter of the same value selects",
  async ({ list, by }) => {
    for (const filter of listFilters()) {
      const groups = await readGroups(list, by, filter);
      expect(groups.length).toBeGreaterThan(1);
      for (const { key, sources, ...group } of groups) {
        const rows = await readRows(list, `${filter}&${toParameter(by, key)}`);
        expect(rows.map((row) => row[by])).toEqual(rows.map(() => key));
        expect(rows).toHaveLength(sources);
        if (list === "failures") expect(sum(rows.map((row) => row.failure_count))).toBe(group.failure_count);
        else {
          expect(sum(rows.map((row) => row.total_count))).toBe(group.emails);
          expect(sum(rows.map((row) => row.pass_count))).toBe(group.passed);
        }
      }
      const all = await readRows(list, filter);
      const [count, ofGroup] =
        list === "failures" ? (["failure_count"] as const) : (["total_count", "emails"] as const);
      expect(sum(groups.map((group) => group[ofGroup ?? "failure_count"]))).toBe(sum(all.map((row) => row[count])));
    }
  },
);

const toSenderCause = ({ sender, class: name, cause }: Pick<Group, "sender" | "class" | "cause">) =>
  `${toParameter("sender", sender)}&class=${name}&cause=${cause}`;

test.for(lists)(
  "%s by sender and cause have the sums of the rows that filters of the three values select, and what to do at the largest one",
  async (list) => {
    for (const filter of listFilters()) {
      const groups = await readGroups(list, "sender_cause", filter);
      expect(groups.length).toBeGreaterThan(3);
      const count = list === "failures" ? "failure_count" : "total_count";
      const ofGroup = list === "failures" ? "failure_count" : "emails";
      // The store compares every group; here a few of each filter show that the API passes all three values on.
      for (const group of [...groups.slice(0, 3), ...groups.slice(-2)]) {
        const { key, sender, sender_kind, class: name, cause } = group;
        expect(key).toBe(sender);
        const rows = await readRows(list, `${filter}&${toSenderCause(group)}`);
        expect(new Set(rows.map((row) => JSON.stringify([row.sender, row.sender_kind, row.class, row.cause])))).toEqual(
          new Set([JSON.stringify([sender, sender_kind, name, cause])]),
        );
        expect([rows.length, sum(rows.map((row) => row[count]))]).toEqual([group.sources, group[ofGroup]]);
        const words = rows.map(({ explanation, next_step }) => JSON.stringify([explanation, next_step]));
        expect(words).toContain(JSON.stringify([group.explanation, group.next_step]));
      }
      expect(sum(groups.map((group) => group[ofGroup]))).toBe(
        sum((await readRows(list, filter)).map((row) => row[count])),
      );
      if (list === "failures") await expectLinkedRows(groups[0] ?? expect.fail("nothing fails"), filter);
      if (list === "failures") expect(Math.round(10 * sum(groups.map(({ share }) => share)))).toBe(1000);
    }
  },
);

/** The page links the figure of a group to the sources with this filter. */
async function expectLinkedRows(group: Group, filter: string): Promise<void> {
  const linked = await readRows("sources", `${filter}&result=fail&${toSenderCause(group)}`);
  expect(sum(linked.map((row) => row.total_count))).toBe(group.failure_count);
}

test("the aggregate has the groups of the sources", async () => {
  for (const by of [...keys, "sender_cause"])
    expect(await readGroups("aggregate", by)).toEqual(await readGroups("sources", by));
});

test("CSV of groups by sender and cause has their texts after all other columns", async () => {
  const url = `/api/v1/reports/failures?${generated.query}&group_by=sender_cause&format=csv`;
  const { text } = await organization.ask({ url });
  expect(text.split("\r\n")[0]).toMatch(
    /,"sender","sender_kind","class","cause","cause_description","explanation","next_step"$/,
  );
  const toText = ({ sender, class: name, cause, next_step }: Partial<Record<string, string | null>>) =>
    JSON.stringify([sender || null, name, cause, next_step || null]);
  expect(readCsv(text).map(toText)).toEqual(
    (await readGroups("failures", "sender_cause")).map(({ sender, class: name, cause, next_step }) =>
      toText({ sender, class: name, cause, next_step }),
    ),
  );
});

test.for(lists)("for every row of %s the filter by the service and class shown finds it", async (list) => {
  for (const filter of listFilters()) {
    const rows = await readRows(list, filter);
    expect(rows.length).toBeGreaterThan(5);
    const found = new Map<string, Set<string>>();
    for (const { service, class: name } of rows) {
      const asked = `${toParameter("service", service)}&class=${name}`;
      if (!found.has(asked))
        found.set(asked, new Set((await readRows(list, `${filter}&${asked}`)).map(({ source_ip }) => source_ip)));
    }
    for (const { service, class: name, source_ip } of rows)
      expect(found.get(`${toParameter("service", service)}&class=${name}`)).toContain(source_ip);
  }
});

test("of one domain, rows without a filter have the sums of the groups, and the service with and without verdicts", async () => {
  for (const id of generated.nameOf.keys()) {
    const rows = await readRows("sources", `domain_id=${id}`);
    expect((await ask("sources", `domain_id=${id}`)).data.map(({ service }) => service)).toEqual(
      rows.map(({ service }) => service),
    );
    for (const by of keys) {
      const groups = await readGroups("sources", by, `domain_id=${id}`);
      const sums = Map.groupBy(rows, (row) => row[by]);
      expect(new Map(groups.map(({ key, emails }) => [key, emails]))).toEqual(
        new Map([...sums].map(([key, own]) => [key, sum(own.map(({ total_count }) => total_count))])),
      );
    }
  }
});

test("CSV has the rows and the groups of JSON", async () => {
  for (const query of ["class=misconfigured", "service=", "trust=all"]) {
    const rows = await readRows("sources", query);
    const url = `/api/v1/reports/sources?${generated.query}&${query}&verdicts=true&format=csv`;
    const lines = readCsv((await organization.ask({ url })).text);
    const toKey = (row: {
      source_ip?: string | null;
      service?: string | null;
      class?: string | null;
      cause?: string | null;
    }) => [row.source_ip, row.service, row.class, row.cause].join(" ");
    expect(lines.map(toKey).sort()).toEqual(rows.map(toKey).sort());
  }
  const url = `/api/v1/reports/sources?${generated.query}&group_by=service&format=csv`;
  const lines = readCsv((await organization.ask({ url })).text);
  expect(lines.map(({ key, emails }) => [key ?? null, Number(emails)])).toEqual(
    (await readGroups("sources", "service")).map(({ key, emails }) => [key, emails]),
  );
});

test("the SQL views have the groups of the API, whose failures are those of the sources", async () => {
  await executeStatement(api.recordsFolder, "INSERT INTO ruaflow.visibility (version, attempt) VALUES (1, 1000000)");
  for (const by of keys)
    for (const [view, list, column, ofGroup] of [
      ["sources", "sources", "messages", "emails"],
      ["failures", "failures", "failed", "failure_count"],
    ] as const) {
      const query = `SELECT ${by} AS key, sum(${column}) AS messages, uniqExact(source_ip) AS sources FROM ruaflow_v1.${view}
        WHERE organization_id = '${organization.id}' GROUP BY ${by} HAVING messages > 0`;
      const rows = await selectRows<{ key: string; messages: number; sources: number }>(api.recordsFolder, query);
      const groups = await readGroups(list, by);
      expect(
        new Map(rows.map(({ key, messages, sources }) => [key || null, [Number(messages), Number(sources)]])),
      ).toEqual(new Map(groups.map((group) => [group.key, [group[ofGroup], group.sources]])));
    }
});

test("a source is the same in every period and however its mail is filtered", async () => {
  for (const id of generated.nameOf.keys()) {
    const whole = new Map((await readRows("sources", `domain_id=${id}`)).map((row) => [row.source_ip, row]));
    for (const query of ["start_date=2026-10-01&end_date=2026-10-01", "start_date=2026-10-02&end_date=2026-10-02"]) {
      const url = `/api/v1/reports/sources?${query}&domain_id=${id}&verdicts=true`;
      const { data } = (await organization.ask<Body<Row>>({ url })).body;
      expect(data.length).toBeGreaterThan(3);
      for (const { source_ip, service, class: name, cause } of data)
        expect(whole.get(source_ip)).toMatchObject({ service, class: name, cause });
    }
    for (const { source_ip, class: name } of await readRows("failures", `domain_id=${id}`))
      expect(whole.get(source_ip)).toMatchObject({ class: name });
  }
});

test("what was not judged yet says so, filters, groups and rows agree on it, and a judge that dies loses nothing", async () => {
  const owner = await api.createOrganization();
  const other = await api.createOrganization();
  await storeGeneratedMail({ ...api, judge: async () => undefined }, owner, 7);
  const before = await ask("sources", "verdicts=true", owner);
  expect(before.meta.verdicts).toEqual({ state: "judging", pending: 3 });
  expect(new Set(before.data.map(({ class: name, cause }) => `${name} ${cause}`))).toEqual(
    new Set(["unknown not_judged_yet"]),
  );
  const groups = await ask<Group>("sources", "group_by=class", owner);
  expect(groups.data).toMatchObject([{ key: "unknown", sources: before.meta.total }]);
  expect(groups.meta.verdicts).toEqual(before.meta.verdicts);
  expect((await ask("sources", "class=unknown", owner)).meta.total).toBe(before.meta.total);
  for (const none of ["service=", "sender=", "cause=not_judged_yet", "sender=&class=unknown&cause=not_judged_yet"])
    expect((await ask("sources", none, owner)).meta.total).toBe(before.meta.total);
  expect((await ask<Group>("failures", "group_by=sender_cause", owner)).data).toMatchObject([
    { key: null, sender: null, sender_kind: "none", class: "unknown", cause: "not_judged_yet", share: 100 },
  ]);
  expect((await ask("sources", "class=spoofed", owner)).meta.total).toBe(0);
  expect((await ask("sources", "", other)).meta.verdicts).toBeUndefined();
  expect((await ask("sources", "", organization)).meta.verdicts).toBeUndefined();

  // Killed between the verdicts and the queue: the work is repeated, and changes nothing.
  const dying = { ...api.metadata.sources, saveJudged: async () => Promise.reject(new Error("killed")) };
  await expect(api.judge({ metadata: { ...api.metadata, sources: dying } })).rejects.toThrow("killed");
  const killed = await ask("sources", "verdicts=true", owner);
  expect(killed.meta.verdicts).toEqual(before.meta.verdicts);
  expect(killed.data.filter(({ cause }) => cause === "not_judged_yet")).toEqual([]);
  const { records, judged } = countSaved();
  await api.judge({ records });
  expect(judged).toEqual([]);
  const after = await ask("sources", "verdicts=true", owner);
  expect([after.data, after.meta.verdicts]).toEqual([killed.data, undefined]);
});

/** The store of records, and whose verdicts were saved in it. */
function countSaved() {
  const judged: string[] = [];
  const records = {
    ...api.records,
    saveVerdicts: (...args: Parameters<typeof api.records.saveVerdicts>) => {
      judged.push(args[1]);
      return api.records.saveVerdicts(...args);
    },
  };
  return { records, judged };
}

test("an override, new facts and other services judge history again, of those alone whom they concern", async () => {
  const { records, judged } = countSaved();
  const row = (await readRows("failures", "class=misconfigured"))[0] ?? expect.fail("no source is misconfigured");
  const body = { kind: "source_ip", value: row.source_ip, ours: false };
  await organization.ask({ method: "POST", url: "/api/v1/senders/overrides", body });
  expect((await ask("failures", "")).meta.verdicts).toEqual({ state: "judging", pending: 3 });
  await api.judge({ records });
  const ofAddress = async () => (await readRows("failures", `source_ip=${row.source_ip}`))[0];
  expect(await ofAddress()).toMatchObject({ class: "spoofed", cause: "override_not_ours" });
  expect(new Set(judged.splice(0))).toEqual(new Set([organization.id]));

  await api.metadata.sources.saveEnrichments([
    {
      ...{ address: row.source_ip, hostname: "o1.ptr1.mailgun.net", state: "confirmed", attempts: 0, dueAfterMs: null },
      ...{ expiresAfterMs: 1_000_000, organization: null, country: null, asn: null, dataSets: "none" },
    },
  ]);
  await api.judge({ records });
  expect(await ofAddress()).toMatchObject({ service: "Mailgun", sender: "Mailgun", sender_kind: "service" });
  expect(judged.splice(0)).toContain(organization.id);
  await api.judge({ records });
  expect(judged).toEqual([]);

  const own = {
    ...{ name: "Our relay", operator: "Us", category: "own", advice: null, documentation: "https://example.com" },
    ...{ hostnames: ["ptr1.mailgun.net"], dkim_domains: [], spf_domains: [] },
  };
  const services = createServiceMap(shippedServices, parseServices([own]));
  await api.judge({ services });
  expect(await ofAddress()).toMatchObject({ service: "Our relay" });
  expect((await ask("failures", "service=Our%20relay")).meta.total).toBe(1);
  await api.judge();
  expect(await ofAddress()).toMatchObject({ service: "Mailgun" });
});

test("the name of a sender follows what becomes known of its address, and texts of strangers are data in it", async () => {
  const owner = await api.createOrganization();
  const domain = await owner.addVerifiedDomain("named.example");
  const [address, other] = ["198.51.100.77", "198.51.100.78"];
  const records = [aRecord({ sourceIp: address }), aRecord({ sourceIp: other })];
  await owner.storeReport({ domain, day: "2026-10-01", records });
  await api.metadata.sources.saveAddresses([address, other]);
  const nameIt = async (facts: { hostname?: string; organization?: string }) => {
    const { hostname = null, organization: known = null } = facts;
    const state = hostname === null ? "absent" : "confirmed";
    const due = { attempts: 0, dueAfterMs: null, expiresAfterMs: 1_000_000 } as const;
    const enriched = {
      address,
      hostname,
      state,
      organization: known,
      country: null,
      asn: null,
      dataSets: "none",
    } as const;
    await api.metadata.sources.saveEnrichments([{ ...enriched, ...due }]);
    await api.judge();
    const [row] = (await ask("sources", `source_ip=${address}`, owner)).data;
    const found = await ask("sources", toParameter("sender", row?.sender ?? null), owner);
    expect(found.data.map(({ source_ip }) => source_ip)).toContain(address);
    return [row?.sender, row?.sender_kind];
  };
  expect(await nameIt({})).toEqual([null, "none"]);
  expect(await nameIt({ hostname: "mx7.mailer.example" })).toEqual(["mailer.example", "hostname"]);
  expect(await nameIt({ hostname: "mx7.mailer.example", organization: "Mailer Ltd" })).toEqual(["Mailer Ltd", "owner"]);
  expect(await nameIt({ organization: "SendGrid" })).toEqual(["SendGrid (network owner)", "owner"]);
  const hostile = "=HYPERLINK('x')\u202e<img src=x>";
  expect(await nameIt({ organization: hostile })).toEqual(["=HYPERLINK('x')??img src=x>", "owner"]);
  const url = `/api/v1/reports/sources?${generated.query}&group_by=sender_cause&format=csv`;
  expect(readCsv((await owner.ask({ url })).text).map(({ sender }) => sender)).toContain(
    "'=HYPERLINK('x')??img src=x>",
  );
  expect((await ask("sources", toParameter("sender", "=HYPERLINK('x')??img src=x>"), organization)).meta.total).toBe(0);
  expect(await nameIt({ hostname: "o1.ptr1.mailgun.net" })).toEqual(["Mailgun", "service"]);
});

test("a source whose mail is gone leaves the verdicts, and another organization has none of them", async () => {
  const owner = await api.createOrganization();
  const domain = await owner.addVerifiedDomain("gone.example");
  for (const [day, sourceIp] of [
    ["2026-10-01", "192.0.2.1"],
    ["2026-10-02", "192.0.2.2"],
  ] as const)
    await owner.storeReport({ domain, day, records: [aRecord({ sourceIp })] });
  await api.judge();
  const listJudged = () =>
    selectRows<{ address: string }>(
      api.recordsFolder,
      `SELECT toString(source_ip) AS address FROM ruaflow.verdicts FINAL WHERE domain_id = '${domain.id}' ORDER BY source_ip`,
    );
  expect((await listJudged()).map(({ address }) => address)).toEqual(["::ffff:192.0.2.1", "::ffff:192.0.2.2"]);
  const old = { domainIds: [domain.id], beforeDay: "2026-10-02" };
  await api.metadata.reports.whileRowsChange([owner.id], async (change) => {
    await api.metadata.reports.removeOldReports(owner.id, old);
    await api.records.deleteOldReports(change, owner.id, old);
  });
  await api.judge();
  expect((await listJudged()).map(({ address }) => address)).toEqual(["::ffff:192.0.2.2"]);
  const other = await api.createOrganization();
  expect((await ask("sources", "class=compliant", other)).data).toEqual([]);
  expect((await ask<Group>("sources", "group_by=service", other)).data).toEqual([]);
});
