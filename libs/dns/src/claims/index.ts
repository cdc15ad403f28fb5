export type { RecordComparison } from "../compare-records.ts";
export { inspectClaim, inspectProof, isProvenBy, type ProofInspection } from "../inspect-claim.ts";
export { type Claim, listRequiredRecords, type RequiredRecord } from "../required-records.ts";
