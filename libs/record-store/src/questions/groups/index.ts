export type { DomainGroup } from "./count-domain-groups.ts";
export { toSenderCause } from "./group-key.ts";
export type { GroupSums } from "./read-group-sums.ts";
