import { isOwnReportDomain, REPORT_DOMAIN_DEFAULT } from "@ruaflow/dns";

/** For the operator. */
export const REPORT_DOMAIN_UNSET = `RUAFLOW_REPORT_DOMAIN is not set: domains are told to send reports to ${REPORT_DOMAIN_DEFAULT}, a reserved name that receives no mail. Set it to the domain of your mailboxes before any domain publishes records.`;

/** Warnings for an organization that is about to publish the records of its domain. */
export function listWarnings(service: { readonly reportDomain: string }): string[] {
  if (isOwnReportDomain(service.reportDomain)) return [];
  return [
    `The operator of this service has not set the domain of its mailboxes (RUAFLOW_REPORT_DOMAIN): reports sent to ${service.reportDomain} are lost, and the value of the dmarc entry will change once it is set.`,
  ];
}
