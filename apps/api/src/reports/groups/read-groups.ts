import type { ApiContext } from "../../context.ts";
import { isOfDomains } from "./fold-domains.ts";
import type { GroupPage, GroupsQuestion } from "./group.ts";
import { readGroupsOfDays } from "./groups-of-days.ts";
import { readGroupsOfDomains, readGroupsOfRecords } from "./groups-of-records.ts";

/**
 * A page of groups: from the sums of days in PostgreSQL where these tell the groups apart, otherwise from the records in
 * ClickHouse.
 */
export function readGroups(
  context: Pick<ApiContext, "metadata" | "records">,
  organizationId: string,
  question: GroupsQuestion,
): Promise<GroupPage> {
  const { groupBy, filter } = question;
  // Sums of days know no addresses, domains or results.
  const isOfRecords = filter.records !== undefined;
  if (isOfDomains(groupBy)) {
    const read = isOfRecords ? readGroupsOfDomains : readGroupsOfDays;
    return read(context, organizationId, { ...question, groupBy });
  }
  if (groupBy === "day" && !isOfRecords) return readGroupsOfDays(context, organizationId, { ...question, groupBy });
  return readGroupsOfRecords(context, organizationId, { ...question, groupBy });
}
