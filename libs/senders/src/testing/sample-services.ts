import { parseServices } from "../services/parse-services.ts";
import { createServiceMap } from "../services/service-map.ts";

/** Some services of each kind, which stay as they are when the shipped list changes. */
const sampleServices = parseServices([
  entry("SendGrid", "email_delivery", "sendgrid.net", {
    asns: [11377],
    advice: "Authenticate the domain under Settings > Sender Authentication",
  }),
  entry("Amazon SES", "email_delivery", "amazonses.com", {
    advice: "Verify the domain with Easy DKIM under Identities",
  }),
  entry("Mailchimp", "marketing", "mcsv.net", { advice: "Authenticate the domain under Account > Domains" }),
  entry("Zendesk", "support", "zendesk.com", { advice: "Enable DKIM in Admin Center under Channels > Email" }),
  entry("Kindergarten Planner", "events_surveys", "kita-planner.example", { advice: null }),
  entry("Google Workspace", "mailbox_provider", "google.com", {
    dkim_domains: ["gappssmtp.com", "google.com"],
    selectors: ["google"],
    forwards: true,
    advice: "Generate a DKIM key in the Admin console under Gmail > Authenticate email",
  }),
  entry("Gmail", "mailbox_provider", "gmail.com", {
    hostnames: [],
    forwards: true,
    part_of: "Google Workspace",
    advice: null,
  }),
  entry("Google Groups", "forwarding", "googlegroups.com", {
    hostnames: [],
    forwards: true,
    part_of: "Google Workspace",
    advice: null,
  }),
  entry("Microsoft 365", "mailbox_provider", "protection.outlook.com", {
    dkim_domains: ["onmicrosoft.com"],
    selectors: ["selector1", "selector2"],
    forwards: true,
    advice: "Enable DKIM for the domain in the Defender portal",
  }),
  entry("Mimecast", "security_gateway", "mimecast.com", {
    forwards: true,
    advice: "Create a definition under DNS Authentication - Outbound",
  }),
  entry("Proofpoint", "security_gateway", "pphosted.com", {
    forwards: true,
    advice: "Create a DKIM key for the domain",
  }),
  entry("Pobox", "forwarding", "pobox.com", { forwards: true, advice: null }),
  entry("GoDaddy", "hosting", "secureserver.net", {
    forwards: true,
    advice: "Turn on DKIM in cPanel under Email Deliverability",
  }),
  entry("OVHcloud servers", "hosting", "ovh.net", { advice: "Sign with DKIM on the server itself" }),
  entry("Comcast", "isp", "comcast.net", { forwards: true, advice: null }),
]);

export const sampleServiceMap = createServiceMap(sampleServices);

function entry(
  name: string,
  category: string,
  domain: string,
  more: { readonly advice: string | null; readonly [field: string]: unknown },
) {
  return {
    name,
    operator: name,
    category,
    hostnames: [domain],
    dkim_domains: [domain],
    spf_domains: [domain],
    documentation: "https://example.com",
    ...more,
  };
}
