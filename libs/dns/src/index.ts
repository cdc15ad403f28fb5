export { type ClaimableName, type NameRefusal, readClaimableName } from "./claimable-name.ts";
export type { DmarcComparison, RecordComparison, RecordState } from "./compare-records.ts";
export { describeChange } from "./describe-change.ts";
export { chooseDmarcRecord, type DmarcPolicy, type DmarcRecord } from "./dmarc-record.ts";
export { type ClaimInspection, inspectClaim, inspectProof, isProvenBy, type ProofInspection } from "./inspect-claim.ts";
export { parseReportDomain } from "./report-domain.ts";
export {
  type Claim,
  dmarcLabel,
  listRequiredRecords,
  type RequiredRecord,
  type RequiredRecords,
} from "./required-records.ts";
export { createDns, type Dns, type DnsOptions, parseDnsServers, type TxtAnswer } from "./txt-lookup.ts";
export { lookUpWatchedRecords, type SeenRecord, toRecordValue, type WatchedRecord } from "./watched-records.ts";
