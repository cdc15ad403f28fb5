import { toBoard } from "./board.ts";
import { clientVariables, ofClient } from "./clients.ts";
import { dailySeries, dailyStats } from "./daily-panels.ts";
import { compliance, dayAsTime, inPeriod, ofOrganization, recordCompliance } from "./filters.ts";
import { bars, pie, stat, table, text } from "./panels.ts";

const chosen = `${inPeriod} AND ${ofOrganization} AND ${ofClient}`;

const guide = `1. **Compliance** first: the share of messages that passed DMARC. Near 100 % is good; a fall means that a sender broke or that
   forgers are busy.
2. **From domains** next: which domain falls behind? Its name leads to the board of the domain.
3. **Sources** then: is a failing address yours? If so, set up DKIM or SPF there. If not, a policy of *quarantine* or *reject* protects
   you, and the failures are what it stopped.
4. Before you tighten a policy, look at **dispositions**: what would receivers have done with this mail?

Numbers arrive a day late: receivers report each UTC day after it has ended. **Report intake** shows whether reports arrive at all.`;

const stats = [
  ...dailyStats({ chosen, span: 4 }),
  stat({
    title: "Domains",
    description: "Monitored domains with reports.",
    sql: `SELECT uniqExact(domain_id) AS domains FROM ruaflow_v1.daily WHERE ${chosen}`,
  }),
  stat({
    title: "Sources",
    description: "Addresses that sent mail in the name of these domains.",
    sql: `SELECT uniqExact(source_ip) AS sources FROM ruaflow_v1.sources WHERE ${chosen}`,
  }),
];

const overTime = [
  ...dailySeries({ chosen, span: 8 }),
  bars(
    {
      title: "Dispositions by day",
      span: 8,
      description: "What receivers did with the messages. With the policy none, failing mail is delivered, too.",
      sql: `SELECT ${dayAsTime},
  sumIf(messages, disposition IN ('none', 'pass')) AS "Delivered",
  sumIf(messages, disposition = 'quarantine') AS "Quarantined",
  sumIf(messages, disposition = 'reject') AS "Rejected",
  sumIf(messages, disposition NOT IN ('none', 'pass', 'quarantine', 'reject')) AS "Other"
FROM ruaflow_v1.records
WHERE counted AND ${chosen}
GROUP BY time
ORDER BY time`,
    },
    { Delivered: "green", Quarantined: "yellow", Rejected: "red", Other: "gray" },
  ),
];

/** Passed and failed messages of a mechanism, as the receivers evaluated it. */
function shares(title: string, description: string, passed: string) {
  return pie({
    title,
    description,
    sql: `SELECT sum(${passed}) AS "Pass", sum(messages) - sum(${passed}) AS "Fail" FROM ruaflow_v1.daily WHERE ${chosen}`,
    span: 8,
    height: 8,
  });
}

const pies = [
  shares("DMARC", "Messages that passed DMARC.", "passed"),
  shares("DKIM", "Messages with a valid DKIM signature of an aligned domain.", "dkim_passed"),
  shares("SPF", "Messages whose aligned envelope domain allows the address.", "spf_passed"),
];

const tables = [
  table({
    title: "From domains",
    description: "Domains of the From header with their share of messages that passed.",
    sql: `SELECT header_from AS "Domain", sum(messages) AS "Messages", ${recordCompliance} AS "Compliance",
  sumIf(messages, NOT dmarc_pass) AS "Failed", any(domain_id) AS "Domain id"
FROM ruaflow_v1.records
WHERE counted AND ${chosen}
GROUP BY header_from
ORDER BY "Messages" DESC, "Domain"
LIMIT 500`,
  }),
  table({
    title: "Reporters",
    description: "Receivers who sent the reports.",
    sql: `SELECT reporter AS "Reporter", count() AS "Reports", sum(messages) AS "Messages", ${compliance} AS "Compliance"
FROM ruaflow_v1.reports
WHERE counted AND ${chosen}
GROUP BY reporter
ORDER BY "Messages" DESC, "Reporter"
LIMIT 500`,
  }),
  table({
    title: "Clients",
    description: "What the domains of each client sent. A client is a reference that domains share; none: without one.",
    sql: `SELECT if(client_reference = '', 'none', client_reference) AS "Client", uniqExact(domain_id) AS "Domains",
  sum(messages) AS "Messages", ${compliance} AS "Compliance", sum(failed) AS "Failed"
FROM ruaflow_v1.daily
WHERE ${chosen}
GROUP BY client_reference
ORDER BY "Messages" DESC, "Client"
LIMIT 500`,
  }),
  table({
    title: "Domains that need attention",
    description: "Now, whatever the time range is, the most urgent first.",
    sql: `SELECT domain_name AS "Domain", client_reference AS "Client", summary AS "Why", opened_at AS "Since",
  acknowledged_at IS NOT NULL AS "Acknowledged", domain_id AS "Domain id"
FROM ruaflow_v1.attention
WHERE closed_at IS NULL AND ${ofOrganization} AND ${ofClient}
ORDER BY weight DESC, "Domain", reason
LIMIT 100`,
  }),
];

export const overview = toBoard({
  name: "overview",
  title: "overview",
  description: "Is mail in the name of the domains authenticated, and where is it not?",
  variables: clientVariables,
  panels: [text("Where to look first", guide, { height: 8 }), ...stats, ...overTime, ...pies, ...tables],
});
