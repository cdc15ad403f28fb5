import type { DayGroup, DayGrouping } from "@ruaflow/metadata-store/groups";
import type { ApiContext } from "../../context.ts";
import { toDomainGroups } from "./fold-domains.ts";
import { GROUPS_MAX, type Group, type GroupPage, type GroupsQuestion } from "./group.ts";

/** A question that the sums of days answer. */
export interface DaysQuestion extends GroupsQuestion {
  readonly groupBy: DayGrouping;
}

type DaysContext = Pick<ApiContext, "metadata" | "records">;

/** A page of groups from the sums of days; only the addresses of its groups are counted in the records. */
export async function readGroupsOfDays(
  context: DaysContext,
  organizationId: string,
  question: DaysQuestion,
): Promise<GroupPage> {
  const { filter, previous, groupBy, failuresOnly, sort, page, perPage } = question;
  const { groups, ...sums } = await context.metadata.reports.groupDays(organizationId, {
    ...filter,
    ...{
      previousStart: previous.startDate,
      previousEnd: previous.endDate,
      groupBy,
      failuresOnly,
      sort,
      page,
      perPage,
      groupsMax: GROUPS_MAX,
    },
  });
  if (groups.length === 0) return { groups: [], ...sums };
  const counted =
    groupBy === "day"
      ? await countDays(context, organizationId, { ...question, groups })
      : await countDomains(context, organizationId, { ...question, groupBy, groups });
  return { groups: counted, ...sums };
}

interface Counting extends GroupsQuestion {
  readonly groups: readonly DayGroup[];
}

async function countDays(
  { records }: DaysContext,
  organizationId: string,
  { filter, failuresOnly, groups }: Counting,
): Promise<Group[]> {
  const days = groups.map(({ key }) => key ?? "").sort();
  const period = { startDate: days[0] ?? filter.startDate, endDate: days.at(-1) ?? filter.endDate };
  const counts = await records.countGroups(organizationId, { ...filter, ...period, groupBy: "day", failuresOnly });
  const sourcesOf = new Map(counts.map(({ key, sources }) => [key, sources]));
  return groups.map((group) => ({ ...group, sources: sourcesOf.get(group.key) ?? 0 }));
}

async function countDomains(
  { metadata, records }: DaysContext,
  organizationId: string,
  { filter, groupBy, failuresOnly, groups }: Counting & { readonly groupBy: Exclude<DayGrouping, "day"> },
): Promise<Group[]> {
  const keys = groups.map(({ key }) => key);
  const { domainIds, ...rest } = filter;
  const chosen = { ...(domainIds && { domainIds }), of: { groupBy, keys } };
  const domains = await metadata.reports.readGroupDomains(organizationId, chosen);
  const counted = { ...rest, failuresOnly, groups: toDomainGroups(domains, groupBy, keys) };
  const sources = await records.countDomainGroups(organizationId, counted);
  const domainOf = new Map(domains.map((domain) => [domain.domainId, domain]));
  return groups.map((group, place) => {
    const domain = groupBy === "domain" ? domainOf.get(group.key ?? "") : undefined;
    return { ...group, sources: sources[place] ?? 0, ...(domain && { domain }) };
  });
}
