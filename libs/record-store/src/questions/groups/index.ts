export type { DomainGroup } from "./count-domain-groups.ts";
export type { GroupSums } from "./read-group-sums.ts";
