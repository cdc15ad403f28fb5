export type { RecordComparison, RecordState } from "../compare-records.ts";
export { inspectProof, type ProofInspection } from "../inspect-claim.ts";
export { parseRecipient, toMailbox } from "../mailbox.ts";
export { type Claim, listRequiredRecords, type RequiredRecord } from "../required-records.ts";
