import { randomUUID } from "node:crypto";
import { type Database, openDatabase } from "@ruaflow/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MetadataStore } from "../../metadata-store.ts";
import { executeSql, startMetadataStore } from "../../testing/index.ts";
import type { DayGroup, DayGrouping, GroupDaysOptions, GroupSort, GroupSortField } from "./group-days.ts";
import { addToDays, type DomainDay } from "./report-days.ts";

/** Four days, and the four before them. */
const period = { previousStart: "2026-01-01", startDate: "2026-01-05", endDate: "2026-01-08" };
const days = Array.from({ length: 10 }, (_, index) => `2026-01-${String(index + 1).padStart(2, "0")}`);
const references = ["C-1", "C-2", "c-3", null, "C-1", null];
const labels = [["eu", "shop"], ["shop"], [], [], ["Zürich"], ["eu"]];
const sorts: readonly GroupSortField[] = [
  "emails",
  "failed",
  "pass_rate",
  "emails_change",
  "failed_change",
  "pass_rate_change",
  "key",
];

interface TestDomain {
  readonly id: string;
  readonly name: string;
  readonly clientReference: string | null;
  readonly labels: readonly string[];
}

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;
let database: Database;
let organizationId: string;
let domains: readonly TestDomain[];
let stored: readonly DomainDay[];

beforeAll(async () => {
  running = await startMetadataStore();
  store = running.store;
  database = openDatabase(running.url, 2);
  ({ organizationId, domains, stored } = await fill());
  // A second organization with the same clients: sums without the organization would be doubled.
  await fill();
});

afterAll(async () => {
  await database.close();
  await running.stop();
});

async function fill() {
  const { id } = await store.tenants.createOrganization({ name: "Example", plan: "free" });
  const added: TestDomain[] = [];
  for (const [index, clientReference] of references.entries()) {
    const name = `${"fedcba"[index]}-${randomUUID()}.example`;
    const [domain] = (await store.domains.saveVerifiedDomains(id, [name])).verified;
    const domainId = domain?.domainId ?? expect.fail("no domain");
    await store.domains.updateDomainSettings(id, {
      domainId,
      changes: { clientReference, labels: labels[index] ?? [] },
    });
    added.push({ id: domainId, name, clientReference, labels: labels[index] ?? [] });
  }
  const sums = added.flatMap((domain, index) => days.flatMap((day, at) => toDays(id, { domain, index, day, at })));
  await database.transaction((transaction) => addToDays(transaction, sums));
  return { organizationId: id, domains: added, stored: sums };
}

/** The last domain has mail only before the period; half of the days have reports that do not count. */
function toDays(
  id: string,
  { domain, index, day, at }: { domain: TestDomain; index: number; day: string; at: number },
) {
  if (index === 5 && at > 3) return [];
  if ((index + at) % 5 === 0) return [];
  const messages = (index + 1) * (at + 1) * 7;
  const passed = index === 1 ? messages : Math.floor(messages / (1 + ((index + at) % 3)));
  const sums = { reports: 1 + (at % 2), messages, passed, spfPassed: Math.floor(passed / 2), dkimPassed: passed };
  const one = { organizationId: id, domainId: domain.id, day, ...sums };
  return [{ ...one, authentic: true }, ...(at % 2 === 0 ? [{ ...one, authentic: false }] : [])];
}

const counted = { authentic: [true], all: [true, false], none: [false] };

/** The groups of a question, recomputed without SQL: the largest first. */
function recount(options: Pick<GroupDaysOptions, "groupBy" | "failuresOnly" | "domainIds" | "counted">): DayGroup[] {
  const chosen = stored.filter(
    ({ domainId, authentic }) =>
      (options.domainIds?.includes(domainId) ?? true) && counted[options.counted ?? "authentic"].includes(authentic),
  );
  const current = group(
    chosen.filter(({ day }) => day >= period.startDate && day <= period.endDate),
    options.groupBy,
    0,
  );
  const previous = group(
    chosen.filter(({ day }) => day < period.startDate),
    options.groupBy,
    4,
  );
  return [...current]
    .map(([key, some]) => toGroup(key, { some, before: previous.get(key) ?? [], failuresOnly: options.failuresOnly }))
    .filter(({ messages, passed }) => !options.failuresOnly || messages > passed);
}

function group(chosen: readonly DomainDay[], groupBy: DayGrouping, later: number): Map<string | null, DomainDay[]> {
  const groups = new Map<string | null, DomainDay[]>();
  for (const sums of chosen) {
    const domain = domains.find(({ id }) => id === sums.domainId) ?? expect.fail("unknown domain");
    const keys = {
      domain: [domain.id],
      client_reference: [domain.clientReference],
      label: domain.labels.length === 0 ? [null] : domain.labels,
      day: [days[days.indexOf(sums.day) + later] ?? ""],
    };
    for (const key of keys[groupBy]) groups.set(key, [...(groups.get(key) ?? []), sums]);
  }
  return groups;
}

interface Grouped {
  readonly some: readonly DomainDay[];
  readonly before: readonly DomainDay[];
  readonly failuresOnly: boolean;
}

function toGroup(key: string | null, { some, before, failuresOnly }: Grouped): DayGroup {
  const sum = (of: readonly DomainDay[], field: "reports" | "messages" | "passed" | "spfPassed" | "dkimPassed") =>
    of.reduce((total, one) => total + one[field], 0);
  const counting = failuresOnly ? some.filter(({ messages, passed }) => messages > passed) : some;
  return {
    key,
    reports: sum(some, "reports"),
    domains: new Set(counting.map(({ domainId }) => domainId)).size,
    messages: sum(some, "messages"),
    passed: sum(some, "passed"),
    spfPassed: sum(some, "spfPassed"),
    dkimPassed: sum(some, "dkimPassed"),
    previousMessages: sum(before, "messages"),
    previousPassed: sum(before, "passed"),
  };
}

const largestFirst: GroupSort = { by: "emails", descending: true };

function read(options: Partial<GroupDaysOptions>, organization = organizationId) {
  const whole = { ...period, failuresOnly: false, sort: largestFirst, page: 1, perPage: 100, groupsMax: 10_000 };
  return store.reports.groupDays(organization, { groupBy: "domain", ...whole, ...options });
}

const byKey = (groups: readonly DayGroup[]) => new Map(groups.map((one) => [one.key, one]));

const groupings = ["domain", "client_reference", "label", "day"] as const;

test.each(groupings)("the groups by %s equal a recount for every filter", async (groupBy) => {
  const some = domains.slice(0, 3).map(({ id }) => id);
  for (const failuresOnly of [true, false]) {
    for (const filter of [
      {},
      { domainIds: some },
      { domainIds: [] },
      { counted: "all" },
      { counted: "none" },
    ] as const) {
      const expected = recount({ groupBy, failuresOnly, ...filter });
      const { groups, total } = await read({ groupBy, failuresOnly, ...filter });
      expect(byKey(groups)).toEqual(byKey(expected));
      expect(total).toBe(expected.length);
    }
  }
});

test("a domain with two labels counts in both groups, and failed messages of all count once", async () => {
  const { groups, failed } = await read({ groupBy: "label", failuresOnly: true });
  const sum = (of: readonly DayGroup[]) => of.reduce((total, one) => total + one.messages - one.passed, 0);
  expect(groups.map(({ key }) => key).sort()).toEqual(["Zürich", "eu", "shop", null].sort());
  expect(failed).toBe(sum(recount({ groupBy: "domain", failuresOnly: false })));
  expect(sum(groups)).toBeGreaterThan(failed);
});

function toValue({ messages, passed, previousMessages, previousPassed, ...one }: DayGroup, by: GroupSortField) {
  const rate = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  const [now, before] = [rate(passed, messages), rate(previousPassed, previousMessages)];
  const values = {
    emails: messages,
    failed: messages - passed,
    pass_rate: now ?? 0,
    emails_change: messages - previousMessages,
    failed_change: messages - passed - (previousMessages - previousPassed),
    pass_rate_change: now === null || before === null ? null : now - before,
    key: domains.find(({ id }) => id === one.key)?.name ?? one.key,
  };
  return values[by];
}

test.each(sorts)("groups are sorted by %s both ways, null last, and ties by key", async (by) => {
  for (const groupBy of groupings) {
    for (const descending of [true, false]) {
      const { groups } = await read({ groupBy, sort: { by, descending } });
      const sorted = [...groups].sort(
        (a, b) => compare(toValue(a, by), toValue(b, by), descending) || compare(a.key, b.key, false),
      );
      expect(groups.map(({ key }) => key)).toEqual(sorted.map(({ key }) => key));
    }
  }
});

function compare(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
}

test("pages have the groups of the whole in order, and one past the last still has the number of all", async () => {
  const whole = await read({ groupBy: "day" });
  const pages = await Promise.all([1, 2, 3].map((page) => read({ groupBy: "day", page, perPage: 2 })));
  expect(pages.flatMap(({ groups }) => groups)).toEqual(whole.groups);
  expect(pages[2]).toEqual({ groups: [], total: 4, failed: whole.failed });
});

test("beyond the maximum the largest groups are kept, in the order of the request", async () => {
  const { groups, total } = await read({ groupsMax: 2, sort: { by: "emails", descending: false } });
  const largest = (await read({})).groups.slice(0, 2);
  expect(groups).toEqual([...largest].reverse());
  expect(total).toBe(5);
});

test("another organization, and one without domains, see none of it", async () => {
  const { id } = await store.tenants.createOrganization({ name: "Other", plan: "free" });
  expect(await read({ domainIds: domains.map((domain) => domain.id) }, id)).toEqual({
    groups: [],
    total: 0,
    failed: 0,
  });
});

test("the domains of groups are those of the organization with these labels and references", async () => {
  const ask = async (of: Parameters<typeof store.reports.readGroupDomains>[1]) =>
    (await store.reports.readGroupDomains(organizationId, of)).map(({ name }) => name[0]);
  expect(await ask({})).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(await ask({ of: { groupBy: "label", keys: ["eu", null] } })).toEqual(["a", "c", "d", "f"]);
  expect(await ask({ of: { groupBy: "label", keys: ["shop"] } })).toEqual(["e", "f"]);
  expect(await ask({ of: { groupBy: "client_reference", keys: ["C-1", null] } })).toEqual(["a", "b", "c", "f"]);
  expect(await ask({ of: { groupBy: "client_reference", keys: ["C-2"] } })).toEqual(["e"]);
  const two = domains.slice(0, 2).map(({ id }) => id);
  expect(await ask({ of: { groupBy: "domain", keys: two } })).toEqual(["e", "f"]);
  expect(await ask({ domainIds: two, of: { groupBy: "label", keys: ["eu"] } })).toEqual(["f"]);
});

test("domains that are being deleted are in no group", async () => {
  const [first] = domains;
  await executeSql(running.url, `UPDATE domains SET status = 'deleting' WHERE id = '${first?.id}'`);
  const { groups } = await read({});
  expect(groups.map(({ key }) => key)).not.toContain(first?.id);
  expect(groups).toHaveLength(4);
  const named = await store.reports.readGroupDomains(organizationId, {});
  expect(named.map(({ domainId }) => domainId)).not.toContain(first?.id);
  await executeSql(running.url, `UPDATE domains SET status = 'verified' WHERE id = '${first?.id}'`);
});
