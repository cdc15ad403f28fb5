export type { DayGroup, DayGrouping, GroupSort } from "./days/group-days.ts";
export type { GroupedDomain } from "./days/group-domains.ts";
