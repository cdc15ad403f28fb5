export type { DayGroup, DayGrouping, GroupSort } from "./group-days.ts";
export type { GroupedDomain } from "./group-domains.ts";
