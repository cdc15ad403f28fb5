export { type ClaimableName, readClaimableName } from "./claimable-name.ts";
export { chooseDmarcRecord } from "./dmarc-record.ts";
export { dmarcLabel } from "./required-records.ts";
export {
  dnsSettings,
  isOwnReportDomain,
  parseReportDomain,
  REPORT_DOMAIN_DEFAULT,
  REPORT_DOMAIN_UNSET,
} from "./settings.ts";
export { createDns, type Dns, parseDnsServers, type TxtAnswer } from "./txt-lookup.ts";
