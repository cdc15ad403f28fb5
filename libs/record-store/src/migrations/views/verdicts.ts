import { NOT_JUDGED } from "../../rows/verdicts/not-judged.ts";
import { sources as earlier } from "./source-services.ts";
import { type View, type ViewColumn, viewsDatabase } from "./view.ts";

const text = "LowCardinality(String)";

const verdictColumns: readonly ViewColumn[] = [
  [
    "service",
    text,
    "Service that the source belongs to, by what is proven of its mail about the domain; empty when none is known",
    "ifNull(verdict.of_service, '')",
  ],
  [
    "service_category",
    text,
    "Category of the service, such as marketing or mailbox_provider; empty without a service",
    "ifNull(verdict.of_category, '')",
  ],
  [
    "class",
    text,
    "What the source is to the domain, by all of its stored mail: compliant, misconfigured, forwarded, unknown or spoofed",
    `if(ifNull(verdict.of_class, '') = '', '${NOT_JUDGED.class}', verdict.of_class)`,
  ],
  [
    "cause",
    text,
    `Why, as the code of the API; ${NOT_JUDGED.cause} for the first moments of a source`,
    `if(ifNull(verdict.of_cause, '') = '', '${NOT_JUDGED.cause}', verdict.of_cause)`,
  ],
  [
    "sender",
    text,
    "Name of the sender: the service, else the owner of its network, else the domain of its verified reverse name; empty for none",
    "ifNull(verdict.of_sender, '')",
  ],
  [
    "sender_kind",
    text,
    "Where the name comes from: service, owner, hostname or none",
    "if(ifNull(verdict.of_kind, '') = '', 'none', verdict.of_kind)",
  ],
];

// Under other names: the columns of the sums are named without their table.
const verdicts = `SELECT organization_id AS of_organization, domain_id AS of_domain, source_ip AS of_address,
    service AS of_service, service_category AS of_category, class AS of_class, cause AS of_cause,
    sender AS of_sender, sender_kind AS of_kind
  FROM \`{database}\`.verdicts FINAL`;

const kept = earlier.columns.map((column) => verdictColumns.find(([name]) => name === column[0]) ?? column);
const added = verdictColumns.filter(([name]) => !earlier.columns.some(([column]) => column === name));

/** The sums of each source with the verdict on it, which is the one that the API shows. */
export const sources: View = {
  ...earlier,
  columns: [...kept, ...added],
  source: `${earlier.source}
LEFT ANY JOIN (${verdicts}) AS verdict ON verdict.of_organization = total.organization_id
  AND verdict.of_domain = total.domain_id AND verdict.of_address = total.source_ip`,
};

const ofAllMail: ReadonlySet<string> = new Set(["messages", "passed", "dkim_passed", "spf_passed"]);

/** What failed of them. */
export const failures: View = {
  name: "failures",
  comment: "One row for each domain, UTC day and address with messages that failed DMARC, from counted reports",
  columns: sources.columns
    .filter(([name]) => !ofAllMail.has(name))
    .map(([name, type, comment]): ViewColumn => [name, type, comment]),
  source: `FROM ${viewsDatabase}.sources WHERE failed > 0`,
};
