import { toDomainName } from "@ruaflow/dmarc";
import { UsageError } from "@ruaflow/runtime/errors";
import { setting } from "@ruaflow/runtime/settings";
import { parseDnsServers } from "./txt-lookup.ts";

/** A reserved name (RFC 2606) that receives no mail: the operator must set another. */
export const REPORT_DOMAIN_DEFAULT = "reports.ruaflow.example";

/** What the operator is told while it is not set. */
export const REPORT_DOMAIN_UNSET = `RUAFLOW_REPORT_DOMAIN is not set: domains are told to send reports to ${REPORT_DOMAIN_DEFAULT}, a reserved name that receives no mail. Set it to the domain of your mailboxes before any domain publishes records.`;

/** False while the mailboxes that domains are to name in their rua cannot receive mail. */
export function isOwnReportDomain(reportDomain: string): boolean {
  return reportDomain !== REPORT_DOMAIN_DEFAULT;
}

/** Settings of every process that asks DNS or names report mailboxes. */
export const dnsSettings = {
  RUAFLOW_DNS_SERVERS: setting.text({
    description: "DNS resolvers, preferably two: 192.0.2.1, [2001:db8::1]:5353; not set: the system's resolvers.",
    check: parseDnsServers,
  }),
  RUAFLOW_REPORT_DOMAIN: setting.text({
    check: parseReportDomain,
    default: REPORT_DOMAIN_DEFAULT,
    description:
      "Domain of the mailboxes that receive reports; every monitored domain names it in its rua. Set it before any domain publishes records: the default is a reserved name, and reports sent there are lost.",
  }),
};

/**
 * Parses the setting of the report mailboxes' domain. Returns an A-label.
 * @throws {UsageError} when the text is not a domain name
 */
export function parseReportDomain(text: string): string {
  const name = toDomainName(text);
  if (name !== null) return name;
  throw new UsageError(`RUAFLOW_REPORT_DOMAIN: ${JSON.stringify(text)} is not a domain name.`);
}
