export { type ClaimableName, readClaimableName } from "./claimable-name.ts";
export {
  dnsSettings,
  isOwnReportDomain,
  parseReportDomain,
  REPORT_DOMAIN_DEFAULT,
  REPORT_DOMAIN_UNSET,
} from "./settings.ts";
export { createDns, type Dns, limitTime, parseDnsServers, type TxtAnswer } from "./txt-lookup.ts";
