import { isOwnReportDomain } from "@ruaflow/dns";

/** Warnings for an organization that is about to publish the records of its domain. */
export function listWarnings(service: { readonly reportDomain: string }): string[] {
  if (isOwnReportDomain(service.reportDomain)) return [];
  return [
    `The operator of this service has not set the domain of its mailboxes (RUAFLOW_REPORT_DOMAIN): reports sent to ${service.reportDomain} are lost, and the value of the dmarc entry will change once it is set.`,
  ];
}
