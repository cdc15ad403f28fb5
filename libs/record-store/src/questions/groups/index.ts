export { SENDERS_MAX } from "../record-filter.ts";
export type { DomainGroup } from "./count-domain-groups.ts";
export type { GroupSums } from "./read-group-sums.ts";
