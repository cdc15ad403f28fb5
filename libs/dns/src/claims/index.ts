export type { RecordComparison } from "../compare-records.ts";
export { inspectClaim, inspectProof, isProvenBy, type ProofInspection } from "../inspect-claim.ts";
export { parseRecipient, toMailbox } from "../mailbox.ts";
export { type Claim, listRequiredRecords, type RequiredRecord } from "../required-records.ts";
