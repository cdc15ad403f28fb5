export { SENDERS_MAX } from "../source-conditions.ts";
export type { DomainGroup } from "./count-domain-groups.ts";
export type { GroupSums } from "./read-group-sums.ts";
