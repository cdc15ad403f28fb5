import * as earlier from "./plain-names.ts";
import { daily as dailySums } from "./sums.ts";
import type { View, ViewColumn } from "./view.ts";

const text = "LowCardinality(String)";

/** SQL condition: nothing of a deleted domain is shown, from the moment of its deletion on. */
const isKept = "domain_id NOT IN (SELECT domain_id FROM `{database}`.deleted_domains)";

const organizationColumn: ViewColumn = ["organization_id", text, "Organization that has the domain (org_...)"];

export const domains: View = {
  name: "domains",
  comment: "One row for each domain that is monitored, also without mail; what changes is shown within seconds",
  columns: [
    organizationColumn,
    ["domain_id", "String", "Domain (dom_...), the id in the API and in the other views"],
    ["name", "String", "Its name, lower-case A-label"],
    ["status", text, "pending, verified, or failed: DNS did not prove the claim"],
    ["client_reference", "String", "The organization's own reference of the client whose domain it is; empty for none"],
    ["labels", `Array(${text})`, "Labels that the organization gave the domain"],
    [
      "dmarc_policy",
      text,
      "Policy that was published when DNS was looked at last: none, quarantine, reject; empty for none",
    ],
    ["created_at", "DateTime('UTC')", "When it was added"],
    ["verified_at", "Nullable(DateTime('UTC'))", "When it was verified last; NULL for never"],
  ],
  source: `FROM \`{database}\`.domains FINAL WHERE ${isKept}`,
};

const attentionItself: View = {
  name: "attention",
  comment: "One row for each reason why a domain needs attention, or needed it a while ago",
  columns: [
    organizationColumn,
    ["attention_id", "String", "Identifies the row"],
    ["domain_id", "String", "Domain (dom_...)"],
    ["reason", text, "Why, by name, such as failing_volume or dns_broken"],
    ["summary", "String", "Why, in words and figures"],
    ["value", "Float64", "What was found last"],
    ["threshold", "Float64", "What it is compared with"],
    ["weight", "Float64", "How urgent it is: the API ranks by it, the greatest first"],
    ["opened_at", "DateTime('UTC')", "When it began"],
    ["closed_at", "Nullable(DateTime('UTC'))", "When it ended; NULL while it lasts"],
    ["acknowledged_at", "Nullable(DateTime('UTC'))", "When it was acknowledged; NULL while it is not"],
    ["note", "String", "What was said then; empty for nothing"],
  ],
  source: `FROM \`{database}\`.attention FINAL WHERE ${isKept}`,
};

/*
 * The facts of all domains as two arrays, ids and facts, whose query is run once before the query is planned. A join would cost
 * every query of records, also those that ask for no such column: ClickHouse does not leave it out. What this costs depends on the
 * number of domains and not on that of records. The facts of a domain are one text, as each value of the arrays costs as much
 * as another; names, references and labels are texts of PostgreSQL, which have no NUL.
 */
const withFacts = `(
  SELECT (groupArray(domain_id), groupArray(concat(name, '\\0', client_reference, '\\0', arrayStringConcat(labels, '\\0'))))
  FROM (SELECT domain_id, name, client_reference, labels FROM \`{database}\`.domains FINAL)
) AS domain_facts`;

const facts = "splitByChar('\\0', transform(domain_id, domain_facts.1, domain_facts.2, '\\0\\0'))";

const domainColumns: readonly ViewColumn[] = [
  [
    "domain_name",
    text,
    "Name of the monitored domain domain_id, lower-case A-label; the policy_domain of a report may be a subdomain of it",
    `${facts}[1]`,
  ],
  [
    "client_reference",
    text,
    "The organization's own reference of the domain's client, as of now; empty for none",
    `${facts}[2]`,
  ],
  [
    "labels",
    `Array(${text})`,
    "Labels of the domain, as of now; arrayJoin(labels) counts a domain with two labels in both groups",
    `arrayFilter(label -> label != '', arraySlice(${facts}, 3))`,
  ],
];

/** The view with what is known of each row's domain, as its last columns. */
function withDomain(view: View): View {
  const prelude = view.prelude === undefined ? `WITH ${withFacts}` : `${view.prelude}, ${withFacts}`;
  return { ...view, columns: [...view.columns, ...domainColumns], prelude };
}

export const attention = withDomain(attentionItself);
export const records = withDomain(earlier.records);
export const daily = withDomain(dailySums);
export const sources = withDomain(earlier.sources);
