export type { RecordComparison, RecordState } from "../compare-records.ts";
export { inspectProof, type Proof, type ProofInspection } from "../inspect-claim.ts";
export { MAIL_ADDRESS, MAIL_ADDRESS_CHARS_MAX, parseRecipient, readMailAddress, toMailbox } from "../mailbox.ts";
export { type Claim, listRequiredRecords, type ParentClaim, type RequiredRecord } from "../required-records.ts";
