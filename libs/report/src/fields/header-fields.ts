import type { ReportHeader } from "../report.ts";
import { type FieldFacts, fieldsOf, optional, text } from "./field.ts";

const { field } = fieldsOf<ReportHeader>();

const second = (meaning: string): FieldFacts => ({ kind: "second", meaning });

/** What the objects of the header are, by their names in the model. */
export const headerGroups: ReadonlyMap<string, string> = new Map([
  ["dateRange", "Period of the report, in seconds since 1970."],
  ["policyPublished", "The policy that the reporter saw: empty for an empty element, null for an absent one."],
]);

/**
 * The fields before the records in form 1 of the content. Its hash covers those of `policyPublished`, for the others are the report's
 * identity or say nothing about its mail.
 */
export const headerForm1 = [
  field("reporter", "reporter", text("Who sent the report: report_metadata/org_name.", "google.com")),
  field("email", "email", optional("Address of the reporter.", "noreply-dmarc-support@google.com")),
  field(
    "extra_contact_info",
    "extraContactInfo",
    optional("Further contact of the reporter.", "https://support.google.com/a/answer/2466580"),
  ),
  field(
    "reporter_report_id",
    "reportId",
    text("report_metadata/report_id as the reporter chose it; not unique.", "17358024910230114467"),
  ),
  field("period_begin", "dateRange/begin", second("First second of the period.")),
  field("period_end", "dateRange/end", second("Last second of the period.")),
  field("errors", "errors", { kind: "texts", meaning: "report_metadata/error, in order.", example: [] }),
  field("version", "version", optional("The version element.", "1.0")),
  field("namespace", "namespace", text("XML namespace of the root; empty for none.")),
  field("generator", "generator", optional("Software of the reporter (RFC 9990).", null)),
  field(
    "policy_domain",
    "policyPublished/domain",
    text("Domain that the report is about: a lower-case A-label.", "example.com"),
  ),
  field("policy_p", "policyPublished/p", optional("Policy for the domain.", "reject")),
  field("policy_sp", "policyPublished/sp", optional("Policy for subdomains.", "reject")),
  field("policy_np", "policyPublished/np", optional("Policy for names that do not exist (RFC 9990).", null)),
  field("policy_adkim", "policyPublished/adkim", optional("DKIM alignment mode.", "r")),
  field("policy_aspf", "policyPublished/aspf", optional("SPF alignment mode.", "r")),
  field(
    "policy_pct",
    "policyPublished/pct",
    optional("Percentage of messages that the policy applies to, as written.", "100"),
  ),
  field("policy_fo", "policyPublished/fo", optional("Failure reporting options.", "1")),
  field("policy_testing", "policyPublished/testing", optional("Test mode (RFC 9990): y or n.", null)),
  field(
    "policy_discovery_method",
    "policyPublished/discoveryMethod",
    optional("How the policy was found (RFC 9990): psl or treewalk.", null),
  ),
];
