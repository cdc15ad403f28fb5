export type { RecordComparison, RecordState } from "../records/compare-records.ts";
export { inspectProof, type Proof, type ProofInspection } from "../records/inspect-claim.ts";
export {
  MAIL_ADDRESS,
  MAIL_ADDRESS_CHARS_MAX,
  parseRecipient,
  readMailAddress,
  toMailbox,
} from "../records/mailbox.ts";
export { type Claim, listRequiredRecords, type ParentClaim, type RequiredRecord } from "../records/required-records.ts";
