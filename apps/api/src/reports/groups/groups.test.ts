import { announce } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCsv, startApi, type TestApi, type TestOrganization } from "../../testing/index.ts";

/** The period has ten days from 2026-10-11; its previous one begins at 2026-10-01. */
const PERIOD = "start_date=2026-10-11&end_date=2026-10-20";
const ROUTES = ["aggregate", "sources"] as const;

interface Sums {
  readonly key: string | null;
  readonly domain?: string;
  readonly client_reference?: string | null;
  readonly labels?: readonly string[];
  readonly emails: number;
  readonly reports: number;
  readonly sources: number;
  readonly domains: number;
  readonly passed: number;
  readonly failed: number;
  readonly pass_rate: number;
  readonly spf_pass_rate: number;
  readonly dkim_pass_rate: number;
  readonly previous: Readonly<Record<"emails" | "passed" | "failed" | "pass_rate", number>>;
  readonly change: { readonly emails: number; readonly failed: number; readonly pass_rate: number | null };
}

interface Failures {
  readonly key: string | null;
  readonly failure_count: number;
  readonly share: number;
  readonly sources: number;
  readonly domains: number;
  readonly previous: { readonly failure_count: number };
  readonly change: { readonly failure_count: number };
}

interface Body<Item> {
  readonly data: readonly Item[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A record of one of the reports below. */
interface Mail {
  readonly domain: string;
  readonly day: string;
  readonly reporter: string;
  readonly sourceIp: string;
  readonly headerFrom: string;
  readonly count: number;
  readonly spf: "pass" | "fail";
  readonly dkim: "pass" | "fail";
  readonly disposition: string;
}

const domains: Readonly<Record<string, { reference: string | null; labels: readonly string[] }>> = {
  "a.example": { reference: "C-1", labels: ["eu", "shop"] },
  "b.example": { reference: "C-1", labels: [] },
  "c.example": { reference: "=C-2", labels: ["shop"] },
  "d.example": { reference: null, labels: ["eu"] },
  "silent.example": { reference: "C-9", labels: ["silent"] },
};
const facts: Readonly<Record<string, { organization: string | null; country: string | null }>> = {
  "198.51.100.1": { organization: "Alpha", country: "DE" },
  "198.51.100.2": { organization: "Beta", country: "DE" },
  "198.51.100.3": { organization: null, country: "CH" },
};
const days = ["2026-10-02", "2026-10-05", "2026-10-11", "2026-10-12", "2026-10-15", "2026-10-20"];

/** Each report has two records. */
const mails: readonly Mail[] = days.flatMap((day, at) =>
  Object.keys(domains)
    .slice(0, 4)
    .flatMap((domain, index): Mail[] => {
      if ((at + index) % 4 === 3) return [];
      const reporter = ["google.com", "Yahoo", "@GMX"][(at + index) % 3] ?? "";
      return [0, 1].map((ordinal) => ({
        domain,
        day,
        reporter,
        sourceIp: `198.51.100.${1 + ((at + index + ordinal) % 4)}`,
        headerFrom: ordinal === 0 ? domain : `news.${domain}`,
        count: (at + 1) * (index + 2) + ordinal * 7,
        spf: (at + index + ordinal) % 3 === 0 ? "pass" : "fail",
        dkim: (at + ordinal) % 2 === 0 ? "pass" : "fail",
        disposition: ["none", "quarantine", "reject"][(at + index + 2 * ordinal) % 3] ?? "",
      }));
    }),
);

let api: TestApi;
let organization: TestOrganization;
const ids = new Map<string, string>();

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-20T12:00:00Z") });
  organization = await api.createOrganization();
  const other = await api.createOrganization();
  for (const [name, { reference, labels }] of Object.entries(domains)) {
    const domain = await organization.addVerifiedDomain(name);
    const changes = { clientReference: reference, labels };
    await api.metadata.domains.updateDomainSettings(organization.id, { domainId: domain.id, changes });
    ids.set(name, domain.id);
    await storeMails(organization, domain);
  }
  // Another organization with the same sources: its mail must not be counted.
  await storeMails(other, await other.addVerifiedDomain("other.example"), "a.example");
  const known = Object.entries(facts).map(([address, fact]) => ({
    address,
    hostname: null,
    asn: null,
    service: null,
    ...fact,
  }));
  await api.records.copySourceFacts(announce(), known);
});

afterAll(() => api.stop());

async function storeMails(owner: TestOrganization, domain: { id: string; name: string }, like = domain.name) {
  // So that the data covers the earlier periods.
  await owner.storeReport({ domain, day: "2026-08-01" });
  for (const [day, some] of Map.groupBy(
    mails.filter((mail) => mail.domain === like),
    (mail) => mail.day,
  )) {
    const records = some.map(({ sourceIp, headerFrom, count, spf, dkim, disposition }, ordinal) => {
      return aRecord({
        ordinal,
        sourceIp,
        count,
        policyEvaluated: { disposition, spf, dkim },
        identifiers: { headerFrom },
      });
    });
    await owner.storeReport({ domain, day, reporter: some[0]?.reporter ?? "", records });
  }
}

const TEN_DAYS_MS = 10 * 86_400_000;

/** The groups that a mail is in; a mail of the period before counts for the day ten days later. */
function toKeys(mail: Mail, groupBy: string, later = 0): readonly (string | null)[] {
  const { reference = null, labels = [] } = domains[mail.domain] ?? {};
  const known = facts[mail.sourceIp];
  const keys: Readonly<Record<string, readonly (string | null)[]>> = {
    domain: [ids.get(mail.domain) ?? ""],
    client_reference: [reference],
    label: labels.length === 0 ? [null] : labels,
    reporter: [mail.reporter],
    source_organization: [known?.organization ?? null],
    country: [known?.country ?? null],
    day: [new Date(Date.parse(mail.day) + later).toISOString().slice(0, 10)],
    header_from: [mail.headerFrom],
    disposition: [mail.disposition],
  };
  return keys[groupBy] ?? [];
}

function groupMails(all: readonly Mail[], groupBy: string, later = 0): Map<string | null, Mail[]> {
  const groups = new Map<string | null, Mail[]>();
  for (const mail of all)
    for (const key of toKeys(mail, groupBy, later)) groups.set(key, [...(groups.get(key) ?? []), mail]);
  return groups;
}

const isPassed = ({ spf, dkim }: Mail) => spf === "pass" || dkim === "pass";
const sum = (of: readonly Mail[]) => of.reduce((total, { count }) => total + count, 0);
const rate = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10);
const distinct = (of: readonly Mail[], read: (mail: Mail) => string) => new Set(of.map(read)).size;
const isCurrent = ({ day }: Mail) => day >= "2026-10-11";

function toSums(group: readonly Mail[]) {
  const [emails, passed] = [sum(group), sum(group.filter(isPassed))];
  return { emails, passed, failed: emails - passed, pass_rate: rate(passed, emails) };
}

function recount(groupBy: string, chosen = mails): Sums[] {
  const before = groupMails(
    chosen.filter((mail) => !isCurrent(mail)),
    groupBy,
    TEN_DAYS_MS,
  );
  return [...groupMails(chosen.filter(isCurrent), groupBy)].map(([key, group]) => {
    const [sums, previous] = [toSums(group), toSums(before.get(key) ?? [])];
    return {
      key,
      ...toNames(key, groupBy),
      ...sums,
      reports: distinct(group, ({ domain, day }) => `${domain} ${day}`),
      sources: distinct(group, ({ sourceIp }) => sourceIp),
      domains: distinct(group, ({ domain }) => domain),
      spf_pass_rate: rate(sum(group.filter(({ spf }) => spf === "pass")), sums.emails),
      dkim_pass_rate: rate(sum(group.filter(({ dkim }) => dkim === "pass")), sums.emails),
      previous,
      change: {
        emails: sums.emails - previous.emails,
        failed: sums.failed - previous.failed,
        pass_rate: previous.emails === 0 ? null : Math.round((sums.pass_rate - previous.pass_rate) * 10) / 10,
      },
    };
  });
}

function toNames(key: string | null, groupBy: string): Partial<Sums> {
  if (groupBy === "client_reference") return { client_reference: key };
  const [name, own] = Object.entries(domains).find(([each]) => ids.get(each) === key) ?? [];
  if (groupBy !== "domain" || name === undefined || own === undefined) return {};
  return { domain: name, ...{ domain_id: key }, client_reference: own.reference, labels: own.labels };
}

const ask = <Item = Sums>(route: string, query: string, owner = organization) =>
  owner.ask<Body<Item>>({ url: `/api/v1/reports/${route}?${PERIOD}&${query}` });

/** With another period. */
const askOf = (route: string, query: string) =>
  organization.ask<Body<Sums>>({ url: `/api/v1/reports/${route}?${query}` });

const byKey = <Item extends { key: string | null }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.key, item]));

const sumShares = (groups: readonly { readonly share: number }[]) =>
  groups.reduce((total, { share }) => total + share, 0);

const groupings = [
  "domain",
  "client_reference",
  "label",
  "reporter",
  "source_organization",
  "country",
  "day",
  "header_from",
  "disposition",
];

describe.each(groupings)("group_by=%s", (groupBy) => {
  test.each(ROUTES)("on /reports/%s has the groups of a recount, with the period before", async (route) => {
    const { status, body } = await ask(route, `group_by=${groupBy}&per_page=100`);
    expect(status).toBe(200);
    expect(byKey(body.data)).toEqual(byKey(recount(groupBy)));
    expect(body.meta).toEqual({
      ...{ total: body.data.length, page: 1, per_page: 100, total_pages: 1 },
      ...{ group_by: groupBy, groups_omitted: 0 },
      period: { start: "2026-10-11", end: "2026-10-20" },
      previous_period: { start: "2026-10-01", end: "2026-10-10" },
      not_comparable: null,
    });
  });

  // Shares of groups of records add up to 100, so one may be a tenth beside its own rounding.
  const isOfRecords = !["domain", "client_reference", "label", "day"].includes(groupBy);
  const toShare = (exact: number): number => (isOfRecords ? expect.closeTo(exact, 0) : exact);

  test("on /reports/failures has the failed messages of a recount", async () => {
    const failed = recount(
      groupBy,
      mails.filter((mail) => !isPassed(mail)),
    ).map(({ key, emails, ...group }) => ({
      key,
      ...toNames(key, groupBy),
      ...{ failure_count: emails, sources: group.sources, domains: group.domains },
      share: toShare(rate(emails, sum(mails.filter((mail) => isCurrent(mail) && !isPassed(mail))))),
      previous: { failure_count: group.previous.emails },
      change: { failure_count: emails - group.previous.emails },
    }));
    const { body } = await ask<Failures>("failures", `group_by=${groupBy}&per_page=100`);
    expect(byKey(body.data)).toEqual(byKey(failed));
    if (isOfRecords) expect(Math.round(10 * sumShares(body.data))).toBe(1000);
    expect(body.meta.total_failures).toBe(sum(mails.filter((mail) => isCurrent(mail) && !isPassed(mail))));
  });

  test.each(["emails", "failed", "pass_rate", "emails_change", "failed_change", "pass_rate_change", "key"])(
    "is sorted by %s both ways",
    async (sort) => {
      for (const minus of ["", "-"]) {
        const { body } = await ask("aggregate", `group_by=${groupBy}&sort=${minus}${sort}`);
        const values = body.data.map((group) => toValue(group, sort)).filter((value) => value !== null);
        const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(values).toEqual(minus === "" ? sorted : sorted.reverse());
        expect(body.data).toHaveLength(recount(groupBy).length);
      }
    },
  );

  test("a group's key is in its order once more for one domain alone", async () => {
    const domainId = ids.get("a.example");
    const own = mails.filter(({ domain }) => domain === "a.example");
    const { body } = await ask("aggregate", `group_by=${groupBy}&domain_id=${domainId}`);
    expect(byKey(body.data)).toEqual(byKey(recount(groupBy, own)));
  });

  test("pages have the groups of the whole, with links to the others", async () => {
    const whole = (await ask("sources", `group_by=${groupBy}`)).body.data;
    const pages = await Promise.all(
      [1, 2, 3].map((page) => ask("sources", `group_by=${groupBy}&per_page=1&page=${page}`)),
    );
    expect(pages.flatMap(({ body }) => body.data)).toEqual(whole.slice(0, 3));
    expect(pages[0]?.headers.link).toContain('page=2>; rel="next"');
    const past = await ask("sources", `group_by=${groupBy}&page=99`);
    expect([past.body.data, past.body.meta.total]).toEqual([[], whole.length]);
  });

  test("another organization sees none of it, and its own domain ids are needed", async () => {
    const stranger = await api.createOrganization();
    expect((await ask("aggregate", `group_by=${groupBy}`, stranger)).body.data).toEqual([]);
    const foreign = await ask("failures", `group_by=${groupBy}&domain_id=${ids.get("a.example")}`, stranger);
    expect(foreign.status).toBe(404);
  });

  test("as CSV has every group in one row, without formulas", async () => {
    const lines = readCsv(
      (await organization.ask({ url: `/api/v1/reports/aggregate?${PERIOD}&group_by=${groupBy}&format=csv` })).text,
    );
    const groups = new Map(recount(groupBy).map((group) => [toCell(group.key), group]));
    expect(new Set(lines.map(({ key }) => key))).toEqual(new Set(groups.keys()));
    for (const line of lines) {
      const { emails, previous, change } = groups.get(line.key ?? null) ?? expect.fail(`${line.key} is no group`);
      expect([line.emails, line["previous.emails"], line["previous.pass_rate"]]).toEqual(
        [emails, previous.emails, previous.pass_rate].map(String),
      );
      expect([line["change.emails"], line["change.failed"]]).toEqual([change.emails, change.failed].map(String));
      expect(line["change.pass_rate"]).toBe(change.pass_rate === null ? null : String(change.pass_rate));
    }
  });
});

function toCell(key: string | null): string | null {
  return key !== null && /^[=@]/.test(key) ? `'${key}` : key;
}

/** As the answer is sorted, by rates with one decimal. */
function toValue(group: Sums, sort: string): number | string | null {
  const values: Readonly<Record<string, number | string | null>> = {
    emails: group.emails,
    failed: group.failed,
    pass_rate: group.pass_rate,
    emails_change: group.change.emails,
    failed_change: group.change.failed,
    pass_rate_change: group.change.pass_rate,
    key: group.domain ?? group.key,
  };
  return values[sort] ?? null;
}

describe("groups", () => {
  test("of labels count a domain with two labels twice, and those of others add up to the whole", async () => {
    const add = async (groupBy: string) => {
      const { data } = (await ask("aggregate", `group_by=${groupBy}`)).body;
      return data.reduce((total, { emails, reports }) => [(total[0] ?? 0) + emails, (total[1] ?? 0) + reports], [0, 0]);
    };
    const whole = await organization.ask<{ data: { totals: { emails: number; reports: number } } }>({
      url: `/api/v1/reports/aggregate?${PERIOD}`,
    });
    const { emails, reports } = whole.body.data.totals;
    expect(await add("client_reference")).toEqual([emails, reports]);
    expect(await add("reporter")).toEqual([emails, reports]);
    expect((await add("label"))[0]).toBeGreaterThan(emails);
  });

  test("without dates cover the last 30 days, also of one domain", async () => {
    const url = `/api/v1/reports/sources?group_by=domain&domain_id=${ids.get("a.example")}`;
    const { meta } = (await organization.ask<Body<Sums>>({ url })).body;
    expect([meta.period, meta.previous_period]).toEqual([
      { start: "2026-09-21", end: "2026-10-20" },
      { start: "2026-08-22", end: "2026-09-20" },
    ]);
  });

  test("have no change where the data does not cover the earlier period, and say why", async () => {
    const owner = await api.createOrganization();
    const domain = await owner.addVerifiedDomain("young.example");
    for (const day of ["2026-10-10", "2026-10-12"]) await owner.storeReport({ domain, day });
    const read = async (route: string, query: string) =>
      (await owner.ask<Body<Sums>>({ url: `/api/v1/reports/${route}?group_by=domain&${query}` })).body;
    for (const route of ["aggregate", "sources"]) {
      const { data, meta } = await read(route, PERIOD);
      expect(meta).toMatchObject({ not_comparable: "no_earlier_data" });
      expect(data).toMatchObject([
        {
          previous: { emails: null, passed: null, failed: null, pass_rate: null },
          change: { emails: null, failed: null },
        },
      ]);
    }
    const covered = await read("aggregate", "start_date=2026-10-12&end_date=2026-10-13");
    expect(covered).toMatchObject({ meta: { not_comparable: null }, data: [{ change: { failed: 0 } }] });
  });

  test.each([
    ["start_date=2026-10-01&end_date=2026-10-20", "2026-09-01", "2026-09-20"],
    // The month of today, 2026-10-20.
    ["start_date=2026-10-01&end_date=2026-10-31", "2026-09-01", "2026-09-20"],
    ["start_date=2026-03-01&end_date=2026-03-30", "2026-02-01", "2026-02-28"],
    ["start_date=2026-02-01&end_date=2026-02-28", "2026-01-01", "2026-01-31"],
    ["start_date=2026-10-02&end_date=2026-10-20", "2026-09-13", "2026-10-01"],
  ])("of %s are compared with %s to %s", async (period, start, end) => {
    const { meta } = (await askOf("aggregate", `group_by=label&${period}`)).body;
    expect(meta).toMatchObject({ previous_period: { start, end } });
  });

  test.each(["domain", "reporter", "service", "class", "sender", "day"])(
    "by %s compare any two periods, also with a later one",
    async (groupBy) => {
      const [first, second] = ["2026-10-02", "2026-10-15"];
      const read = async (day: string, other: string) => {
        const compared = `start_date=${day}&end_date=${day}&compare_start_date=${other}&compare_end_date=${other}`;
        return (await askOf("sources", `group_by=${groupBy}&per_page=100&${compared}`)).body.data;
      };
      const add = (groups: readonly Sums[]) => groups.reduce((total, { emails }) => total + emails, 0);
      const [one, other] = [await read(first, second), await read(second, first)];
      const sumOf = (day: string) => sum(mails.filter((mail) => mail.day === day));
      expect([add(one), add(other)]).toEqual([sumOf(first), sumOf(second)]);
      for (const group of one)
        for (const twin of other.filter(({ key }) => key === group.key && groupBy !== "day")) {
          expect(group.previous.emails).toBe(twin.emails);
          expect(twin.previous.emails).toBe(group.emails);
        }
    },
  );

  test.each([
    ["aggregate?group_by=label&compare_start_date=2026-09-01", "/query/compare_end_date is missing"],
    ["aggregate?group_by=label&compare_end_date=2026-09-01", "/query/compare_start_date is missing"],
    [
      "sources?group_by=label&start_date=2026-10-01&end_date=2026-10-09&compare_start_date=2026-10-09&compare_end_date=2026-10-12",
      "overlaps",
    ],
    ["aggregate?compare_start_date=2026-09-01&compare_end_date=2026-09-02", "/query/compare_start_date needs group_by"],
    ["aggregate?sort=-emails", "/query/sort needs group_by"],
    ["aggregate?page=1", "/query/page needs group_by"],
    ["sources?sort=failed", "/query/sort sorts only groups by failed: add group_by"],
    ["sources?group_by=label&sort=first_seen", "/query/sort cannot sort groups by first_seen"],
    ["failures?group_by=label&sort=source_ip", "/query/sort cannot sort groups by source_ip"],
    ["aggregate?group_by=client", "/query/group_by"],
    ["aggregate?group_by=label&format=csv&sort=key", "/query/sort cannot be used with CSV"],
  ])("%s is refused by name", async (query, detail) => {
    const { status, text } = await organization.ask({ url: `/api/v1/reports/${query}` });
    expect(status).toBe(400);
    expect(text).toContain(detail);
  });

  test("of reports that do not count by default are only there when asked for", async () => {
    const owner = await api.createOrganization();
    const domain = await owner.addVerifiedDomain("forged.example");
    await owner.storeReport({ domain, day: "2026-10-12", trust: "none" });
    for (const groupBy of groupings) {
      expect((await ask("aggregate", `group_by=${groupBy}`, owner)).body.data).toEqual([]);
      expect((await ask("aggregate", `group_by=${groupBy}&trust=none`, owner)).body.data).toHaveLength(1);
    }
  });
});

test("totals have the messages by what receivers did with them, as a recount has, also filtered", async () => {
  for (const [filter, chosen] of [
    ["", mails],
    [`&domain_id=${ids.get("a.example")}`, mails.filter(({ domain }) => domain === "a.example")],
    ["&result=fail", mails.filter((mail) => !isPassed(mail))],
  ] as const) {
    const url = `/api/v1/reports/aggregate?${PERIOD}${filter}`;
    const { body } = await organization.ask<{ data: { dispositions: object; totals: { emails: number } } }>({ url });
    const current = chosen.filter(isCurrent);
    const of = (value: string) => sum(current.filter(({ disposition }) => disposition === value));
    const expected = { none: of("none"), quarantine: of("quarantine"), reject: of("reject"), pass: 0, other: 0 };
    expect([body.data.dispositions, body.data.totals.emails]).toEqual([expected, sum(current)]);
  }
});

test("sources are sorted by pass rate and by passed messages, failures are not", async () => {
  type Rated = { readonly pass_rate: number; readonly pass_count: number };
  for (const field of ["pass_rate", "pass_count"] as const) {
    for (const minus of ["", "-"]) {
      const { body } = await ask<Rated>("sources", `sort=${minus}${field}`);
      const values = body.data.map((source) => source[field]);
      const ascending = values.toSorted((a, b) => a - b);
      expect(values).toEqual(minus === "" ? ascending : ascending.toReversed());
      expect(new Set(values).size).toBeGreaterThan(2);
      const pages = await Promise.all(
        [1, 2].map((page) => ask<Rated>("sources", `sort=${minus}${field}&page=${page}&per_page=2`)),
      );
      expect(pages.flatMap((one) => one.body.data)).toEqual(body.data);
    }
    const refused = await ask("failures", `sort=${field}`);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("/query/sort")]);
  }
});

test("domains sorted by key are in the order of the names that are shown, however their mail is filtered", async () => {
  const owner = await api.createOrganization();
  const names = ["z.example", "m.example", "b.example", "y.example"];
  for (const name of names) {
    const domain = await owner.addVerifiedDomain(`order-${name}`);
    await owner.storeReport({ domain, day: "2026-10-12" });
  }
  const sorted = names.map((name) => `order-${name}`).toSorted();
  for (const route of ["aggregate", "sources", "failures"]) {
    for (const filter of ["", "&source_ip=192.0.2.0/24"]) {
      const shown = async (sort: string) => {
        const { body } = await ask<Sums & { domain: string }>(route, `group_by=domain&sort=${sort}${filter}`, owner);
        return body.data.map(({ domain }) => domain);
      };
      expect([route, filter, await shown("key")]).toEqual([route, filter, sorted]);
      expect([route, filter, await shown("-key")]).toEqual([route, filter, sorted.toReversed()]);
    }
  }
});
