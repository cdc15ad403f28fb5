import { toBoard } from "./board.ts";
import { clientVariables, ofClient } from "./clients.ts";
import { dkimDetails, groupColumns, spfDetails, toSourcesQuery } from "./details.ts";
import { dayAsTime, inPeriod, ofOrganization } from "./filters.ts";
import { bars, stat, table } from "./panels.ts";

const chosen = `${inPeriod} AND ${ofOrganization} AND ${ofClient}`;

/** SQL: the /24 or /48 of an address, which a sender mostly has to himself. */
const network = `if(position(source_ip_text, ':') = 0, concat(toString(tupleElement(IPv4CIDRToRange(toIPv4(source_ip_text), 24), 1)), '/24'),
    concat(toString(tupleElement(IPv6CIDRToRange(source_ip, 48), 1)), '/48'))`;

/** SQL: the domain above the reverse name of an address. */
const senderName = "if(hostname = '', 'unknown', cutToFirstSignificantSubdomain(hostname))";

/** SQL: a system has one number and may have several names. */
const owner = "if(asn = 0, 'unknown', concat(owner, ' (AS', toString(asn), ')'))";

/** Sources that have something in common, one row each. */
function groups(name: string, description: string, expression: string) {
  return table({
    title: `By ${name.toLowerCase()}`,
    description,
    sql: `SELECT ${expression} AS "${name}", uniqExact(source_ip) AS "Sources", ${groupColumns}
FROM ruaflow_v1.sources
WHERE ${chosen}
GROUP BY "${name}"
ORDER BY "Messages" DESC, "${name}"
LIMIT 500`,
  });
}

const panels = [
  stat({
    title: "Addresses",
    description: "Addresses that sent mail.",
    height: 8,
    sql: `SELECT uniqExact(source_ip) AS sources FROM ruaflow_v1.sources WHERE ${chosen}`,
  }),
  stat({
    title: "Addresses with failures",
    description: "Addresses with at least one message that failed DMARC.",
    height: 8,
    sql: `SELECT uniqExactIf(source_ip, failed > 0) AS sources FROM ruaflow_v1.sources WHERE ${chosen}`,
  }),
  stat({
    title: "New addresses",
    description: "Addresses of this period that no earlier report names.",
    height: 8,
    sql: `SELECT countIf(since >= toDate($__fromTime, 'UTC')) AS sources
FROM (
  SELECT min(day) AS since FROM ruaflow_v1.sources WHERE day <= toDate($__toTime, 'UTC') AND ${ofOrganization}
  GROUP BY source_ip
)`,
  }),
  bars(
    {
      title: "Addresses by day",
      description: "Addresses that sent mail on each UTC day: those whose messages all passed, and the others.",
      sql: `SELECT ${dayAsTime}, uniqExactIf(source_ip, failures = 0) AS "All passed", uniqExactIf(source_ip, failures > 0) AS "With failures"
FROM (
  SELECT day, source_ip, sum(failed) AS failures FROM ruaflow_v1.sources WHERE ${chosen} GROUP BY day, source_ip
)
GROUP BY time
ORDER BY time`,
      height: 8,
    },
    { "All passed": "green", "With failures": "red" },
  ),
  table({
    title: "Sources",
    description: "One row for each address. Filter the column Compliance to find senders that need SPF or DKIM.",
    sql: toSourcesQuery(chosen),
    span: 24,
  }),
  groups("Sender", "By the domain of the reverse name, if the name leads back to the address.", senderName),
  groups(
    "Service",
    "By the service that the name or the network of the address tells.",
    "if(service = '', 'unknown', service)",
  ),
  groups("Owner", "By the autonomous system that announces the address.", owner),
  groups("Country", "By the country of the address.", "if(country = '', 'unknown', country)"),
  groups("Network", "By the /24 (IPv4) or /48 (IPv6) of the address.", network),
  dkimDetails(chosen),
  spfDetails(chosen),
];

export const sources = toBoard({
  name: "sources",
  title: "sources",
  description: "Who sends mail in the name of the domains, and does it pass?",
  variables: clientVariables,
  panels,
});
