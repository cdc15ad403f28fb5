import type { GroupedDomain } from "@ruaflow/metadata-store/groups";
import type { GroupSums as RecordSums } from "@ruaflow/record-store/groups";
import { readShown, type ShownVerdict } from "@ruaflow/verdicts/judge";
import type { ApiContext } from "../../context.ts";
import { type DomainGrouping, toDomainGroups, toKeys } from "./fold-domains.ts";
import { GROUPS_MAX, type Group, type Grouping, type GroupPage, type GroupSums, type GroupsQuestion } from "./group.ts";
import { orderGroups, takePage } from "./order-groups.ts";
import { toShares } from "./shares.ts";

export interface RecordsQuestion extends GroupsQuestion {
  readonly groupBy: Exclude<Grouping, DomainGrouping>;
}

type RecordsContext = Pick<ApiContext, "records">;

/** A page of groups that only the records tell apart. */
export async function readGroupsOfRecords(
  { records }: RecordsContext,
  organizationId: string,
  { filter, previous, groupBy, failuresOnly, ...question }: RecordsQuestion,
): Promise<GroupPage> {
  const asked = { ...filter, groupBy, failuresOnly };
  const all = { ...asked, previousStart: previous.startDate, previousEnd: previous.endDate, groupsMax: GROUPS_MAX };
  const { groups, total, messages } = await records.readGroupSums(organizationId, all);
  const shareOf = failuresOnly ? toShares(groups, messages) : null;
  const page = takePage(orderGroups(groups, question.sort), question);
  const chosen = { ...asked, hashes: page.map(({ hash }) => hash) };
  const [counts, reports] = await Promise.all([
    records.countGroups(organizationId, chosen),
    failuresOnly ? [] : records.countGroupReports(organizationId, chosen),
  ]);
  const [countsOf, reportsOf] = [toMap(counts), toMap(reports)];
  const verdictOf = await readLargest({ records }, organizationId, counts);
  const counted = page.map((group): Group => {
    const { largest: _, ...sums } = countsOf.get(group.key) ?? {};
    const [share, verdict] = [shareOf?.get(group), verdictOf.get(group.key)];
    const named = { ...(share !== undefined && { share }), ...(verdict && { largest: verdict }) };
    return { ...toGroup(group), ...sums, ...reportsOf.get(group.key), ...named };
  });
  return { groups: counted, total, failed: failuresOnly ? messages : 0 };
}

type Counts = Awaited<ReturnType<ApiContext["records"]["countGroups"]>>;

/** The verdict on the largest source of each group that names it. */
async function readLargest(
  { records }: RecordsContext,
  organizationId: string,
  counts: Counts,
): Promise<ReadonlyMap<string | null, ShownVerdict>> {
  const keys = counts.flatMap(({ key, largest }) => (largest === undefined ? [] : [{ key, ...largest }]));
  if (keys.length === 0) return new Map();
  const toVerdict = await readShown({ records }, organizationId, keys);
  return new Map(keys.map((one) => [one.key, toVerdict(one)]));
}

export interface DomainsQuestion extends GroupsQuestion {
  readonly groupBy: DomainGrouping;
}

interface Folded extends GroupSums {
  readonly name?: string;
  readonly isPresent: boolean;
  readonly domains: number;
}

/** A page of groups of domains from the records, for filters that the sums of days do not know. */
export async function readGroupsOfDomains(
  { metadata, records }: Pick<ApiContext, "metadata" | "records">,
  organizationId: string,
  { filter, previous, groupBy, failuresOnly, ...question }: DomainsQuestion,
): Promise<GroupPage> {
  const { domainIds, ...rest } = filter;
  const asked = { ...filter, groupBy: "domain", failuresOnly } as const;
  const [sums, domains] = await Promise.all([
    records.readGroupSums(organizationId, {
      ...asked,
      ...{ previousStart: previous.startDate, previousEnd: previous.endDate, groupsMax: DOMAINS_MAX, withPast: true },
    }),
    metadata.reports.readGroupDomains(organizationId, domainIds ? { domainIds } : {}),
  ]);
  const folded = fold(sums.groups, domains, groupBy);
  const page = takePage(orderGroups(folded, question.sort), question);
  const groups = toDomainGroups(
    domains,
    groupBy,
    page.map(({ key }) => key),
  );
  const members = new Set(groups.flatMap((group) => group.domainIds));
  const hashes = sums.groups.flatMap(({ key, hash }) => (key !== null && members.has(key) ? [hash] : []));
  const [sources, reports] = await Promise.all([
    records.countDomainGroups(organizationId, { ...rest, failuresOnly, groups }),
    failuresOnly ? [] : records.countGroupReports(organizationId, { ...asked, hashes }),
  ]);
  const reportsOf = toMap(reports);
  const domainOf = new Map(domains.map((domain) => [domain.domainId, domain]));
  const counted = page.map(({ isPresent: _, name: __, ...group }, place): Group => {
    const own = (groups[place]?.domainIds ?? []).flatMap((id) => reportsOf.get(id) ?? []);
    const add = (field: "reports" | "spfPassed" | "dkimPassed") => own.reduce((total, one) => total + one[field], 0);
    const domain = groupBy === "domain" ? domainOf.get(group.key ?? "") : undefined;
    const passed = { reports: add("reports"), spfPassed: add("spfPassed"), dkimPassed: add("dkimPassed") };
    return { ...group, ...passed, sources: sources[place] ?? 0, ...(domain && { domain }) };
  });
  return { groups: counted, total: folded.length, failed: failuresOnly ? sums.messages : 0 };
}

/** More domains than an organization has. */
const DOMAINS_MAX = 200_000;

/** Adds up the sums of domains; a domain with several labels counts in each. Groups with mail in the period remain. */
function fold(sums: readonly RecordSums[], domains: readonly GroupedDomain[], groupBy: DomainGrouping): Folded[] {
  const domainOf = new Map(domains.map((domain) => [domain.domainId, domain]));
  const groups = new Map<string | null, Folded>();
  for (const { key: domainId, hash: _, ...own } of sums) {
    const domain = domainOf.get(domainId ?? "");
    if (domain === undefined) continue;
    for (const key of toKeys(domain, groupBy)) {
      const one = { ...own, key, domains: own.isPresent ? 1 : 0, ...(groupBy === "domain" && { name: domain.name }) };
      const before = groups.get(key);
      groups.set(key, before === undefined ? one : addUp(before, one));
    }
  }
  return [...groups.values()].filter(({ isPresent }) => isPresent);
}

function addUp(a: Folded, b: Folded): Folded {
  return {
    ...a,
    isPresent: a.isPresent || b.isPresent,
    domains: a.domains + b.domains,
    messages: a.messages + b.messages,
    passed: a.passed + b.passed,
    previousMessages: a.previousMessages + b.previousMessages,
    previousPassed: a.previousPassed + b.previousPassed,
  };
}

function toMap<Item extends { readonly key: string | null }>(items: readonly Item[]): Map<string | null, Item> {
  return new Map(items.map((item) => [item.key, item]));
}

function toGroup({ key, messages, passed, previousMessages, previousPassed }: RecordSums): Group {
  const sums = { key, messages, passed, previousMessages, previousPassed };
  return { ...sums, reports: 0, sources: 0, domains: 0, spfPassed: 0, dkimPassed: 0 };
}
