import { parentDomains, toDomainName } from "@ruaflow/dmarc";
import { toOrganizationalDomain } from "@ruaflow/dmarc/organizational-domain";
import { toList } from "./read-table.ts";

/**
 * Domains below which companies give names to their customers, who send signed mail from them. Names in the private section of the
 * Public Suffix List, such as `github.io` and `myshopify.com`, need no entry here. Sources:
 *
 * - mailgun.org: each account gets `sandbox….mailgun.org` (documentation.mailgun.com, "Sandbox domains").
 * - sendgrid.net: `u….wl….sendgrid.net` for each authenticated domain (docs.sendgrid.com, "Domain authentication").
 * - onmicrosoft.com: the first domain of each tenant (learn.microsoft.com, "onmicrosoft.com fallback domain").
 * - azurecomm.net: free subdomains (learn.microsoft.com, "Email domains and sender authentication for Azure Communication Services").
 * - my.salesforce.com, apex.salesforce.com: My Domain, and Apex email services (help.salesforce.com).
 * - appspotmail.com: App Engine applications (cloud.google.com, "Mail API overview").
 * - zendesk.com, freshdesk.com, atlassian.net: support addresses of each account (the companies' help centers).
 * - brevosend.com: `5000001.brevosend.com` for senders without a domain (help.brevo.com, "Troubleshooting - Domain authentication").
 * - your-server.de: servers and web spaces of Hetzner's customers (docs.hetzner.com).
 */
const customerZones: ReadonlySet<string> = new Set(
  toList(
    `
    mailgun.org sendgrid.net onmicrosoft.com azurecomm.net my.salesforce.com apex.salesforce.com appspotmail.com zendesk.com
    freshdesk.com atlassian.net brevosend.com your-server.de
    `,
    /\s+/,
  ),
);

/**
 * The domain that a name belongs to: itself below a customer zone, since it vouches for that name only, else its organizational
 * domain by the Public Suffix List. `null` for text that is not a domain name with at least two labels.
 */
export function toOwnDomain(text: string): string | null {
  const name = toDomainName(text);
  const [, ...parents] = name === null ? [] : parentDomains(name);
  return parents.some((parent) => customerZones.has(parent)) ? name : toOrganizationalDomain(text);
}
