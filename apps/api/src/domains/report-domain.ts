import { REPORT_DOMAIN_DEFAULT } from "../config.ts";

/** For whoever operates the service. */
export const REPORT_DOMAIN_UNSET = `RUAFLOW_REPORT_DOMAIN is not set: domains are told to send reports to ${REPORT_DOMAIN_DEFAULT}, which belongs to nobody. Set it to the domain of your own mailboxes before anybody publishes records.`;

/** False as long as the mailboxes that domains are to name in their rua receive nothing. */
export function isOwnReportDomain({ reportDomain }: { readonly reportDomain: string }): boolean {
  return reportDomain !== REPORT_DOMAIN_DEFAULT;
}

/** What an organization must know before it publishes the records of its domain. */
export function listWarnings(service: { readonly reportDomain: string }): string[] {
  if (isOwnReportDomain(service)) return [];
  return [
    `Whoever operates this service has not set the domain of its mailboxes (RUAFLOW_REPORT_DOMAIN): reports that are sent to ${service.reportDomain} reach nobody, and the value of the dmarc entry will be another one once it is set.`,
  ];
}
