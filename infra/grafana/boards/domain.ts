import { QueryVariableBuilder, VariableRefresh, VariableSort } from "@grafana/grafana-foundation-sdk/dashboard";
import { toBoard } from "./board.ts";
import { dailySeries, dailyStats } from "./daily-panels.ts";
import { dkimDetails, spfDetails, toSourcesQuery } from "./details.ts";
import { compliance, inPeriod, ofDomain, ofOrganization } from "./filters.ts";
import { table } from "./panels.ts";
import { datasource } from "./query.ts";

const chosen = `${inPeriod} AND ${ofDomain}`;

/** A domain's reports may name subdomains; its own name is the shortest. */
const domain = new QueryVariableBuilder("domain")
  .label("Domain")
  .datasource(datasource)
  .query(`SELECT domain_id AS value, argMin(policy_domain, length(policy_domain)) AS text
FROM ruaflow_v1.reports
WHERE ${ofOrganization}
GROUP BY domain_id
ORDER BY text, value`)
  .refresh(VariableRefresh.OnDashboardLoad)
  .sort(VariableSort.Disabled);

const tables = [
  table({
    title: "Published policies",
    description:
      "Policies as receivers saw them, the last one first. An empty sp means that p applies to subdomains, too.",
    sql: `SELECT policy_domain AS "Policy of", policy_p AS "p", policy_sp AS "sp", policy_np AS "np", policy_adkim AS "adkim",
  policy_aspf AS "aspf", policy_pct AS "pct", policy_testing AS "t", count() AS "Reports", min(day) AS "First day", max(day) AS "Last day"
FROM ruaflow_v1.reports
WHERE counted AND ${chosen}
GROUP BY policy_domain, policy_p, policy_sp, policy_np, policy_adkim, policy_aspf, policy_pct, policy_testing
ORDER BY "Last day" DESC, "Reports" DESC
LIMIT 100`,
  }),
  table({
    title: "Reporters",
    description: "Receivers who sent the reports.",
    sql: `SELECT reporter AS "Reporter", count() AS "Reports", sum(messages) AS "Messages", ${compliance} AS "Compliance",
  max(day) AS "Last day"
FROM ruaflow_v1.reports
WHERE counted AND ${chosen}
GROUP BY reporter
ORDER BY "Messages" DESC, "Reporter"
LIMIT 500`,
  }),
  table({
    title: "Sources",
    description: "Addresses that sent mail in the name of the domain.",
    sql: toSourcesQuery(chosen),
    span: 24,
  }),
  table({
    title: "Failing sources",
    description: "Addresses with messages that failed DMARC, and what receivers did with these.",
    sql: `SELECT source_ip_text AS "Source", header_from AS "From domain", disposition AS "Disposition", sum(messages) AS "Failed",
  groupUniqArray(3)(reporter) AS "Reporters", max(day) AS "Last day"
FROM ruaflow_v1.records
WHERE counted AND NOT dmarc_pass AND ${chosen}
GROUP BY source_ip_text, header_from, disposition
ORDER BY "Failed" DESC, "Source", "Disposition"
LIMIT 1000`,
    span: 24,
  }),
  dkimDetails(chosen),
  spfDetails(chosen),
  table({
    title: "Latest reports",
    description:
      "The latest reports; those that do not count are here, too. The API and the CLI show a report by its id.",
    sql: `SELECT day AS "Day", reporter AS "Reporter", messages AS "Messages", passed AS "Passed", failed AS "Failed", policy_p AS "p",
  counted AS "Counts", trust AS "Trust", received_at AS "Received", report_id AS "Report"
FROM ruaflow_v1.reports
WHERE ${chosen}
ORDER BY day DESC, received_at DESC, report_id
LIMIT 200`,
    span: 24,
  }),
];

export const oneDomain = toBoard({
  name: "domain",
  title: "one domain",
  description: "Everything that reports say about one domain.",
  variables: [domain],
  panels: [...dailyStats({ chosen, span: 6 }), ...dailySeries({ chosen, span: 12 }), ...tables],
});
