export { parentDomains, toDomainName } from "./domain-name.ts";
export { isDmarcPass, type ReportHeader, type ReportRecord, type ReportTotals } from "./report.ts";
export { type Channel, channels, type MailTransfer, type Submission } from "./submission.ts";
export { type Trust, trusts } from "./trust.ts";
