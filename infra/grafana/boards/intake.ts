import { toBoard } from "./board.ts";
import { inPeriod, ofOrganization } from "./filters.ts";
import { bars, line, stat, table } from "./panels.ts";

const receivedInPeriod = "$__timeFilter(received_at)";
const received = `${receivedInPeriod} AND ${ofOrganization}`;
const receivedDay = "toStartOfDay(received_at, 'UTC') AS time";
const secondsLate = "greatest(dateDiff('second', date_range_end, received_at), 0)";

const panels = [
  stat({
    title: "Reports received",
    description: "Reports received in the period, whether they count or not.",
    sql: `SELECT count() AS reports FROM ruaflow_v1.reports WHERE ${received}`,
    span: 6,
  }),
  stat({
    title: "Reports that do not count",
    description: "Their sender is not proven. The API leaves them out unless the organization counts all reports.",
    sql: `SELECT countIf(NOT counted) AS reports FROM ruaflow_v1.reports WHERE ${received}`,
    span: 6,
  }),
  stat({
    title: "Skipped records",
    description: "Records that could not be stored, of reports that are stored otherwise.",
    sql: `SELECT sum(records_skipped) AS records FROM ruaflow_v1.reports WHERE ${received}`,
    span: 6,
  }),
  stat({
    title: "Silent domains",
    description: "Domains without a report for three days or more, counted at the end of the period.",
    sql: `SELECT countIf(last_received < $__toTime - INTERVAL 3 DAY) AS domains
FROM (
  SELECT max(received_at) AS last_received FROM ruaflow_v1.reports WHERE received_at <= $__toTime AND ${ofOrganization}
  GROUP BY domain_id
)`,
    span: 6,
  }),
  bars({
    title: "Reports received by day",
    description: "By the way they came.",
    sql: `SELECT ${receivedDay}, countIf(channel = 'smtp') AS "SMTP", countIf(channel = 'imap') AS "IMAP",
  countIf(channel IN ('folder', 's3')) AS "Folder or bucket", countIf(channel = 'upload') AS "Upload", countIf(channel = 'import') AS "Import",
  countIf(channel NOT IN ('smtp', 'imap', 'folder', 's3', 'upload', 'import')) AS "Other"
FROM ruaflow_v1.reports
WHERE ${received}
GROUP BY time
ORDER BY time`,
  }),
  line(
    {
      title: "Delay of reports",
      description:
        "Time from the end of a report's date range to its arrival, by the day of arrival. Imports of old reports are left out.",
      sql: `SELECT ${receivedDay}, quantileExact(0.5)(${secondsLate}) AS "Median", quantileExact(0.95)(${secondsLate}) AS "95 %"
FROM ruaflow_v1.reports
WHERE channel != 'import' AND ${received}
GROUP BY time
ORDER BY time`,
    },
    { unit: "s" },
  ),
  table({
    title: "Last report of each domain",
    description: "The longest silence first. A domain that stays silent has lost its rua address, or its mail.",
    sql: `SELECT argMin(policy_domain, length(policy_domain)) AS "Domain", max(received_at) AS "Last report",
  count() AS "Reports", uniqExact(reporter) AS "Reporters", domain_id AS "Domain id"
FROM ruaflow_v1.reports
WHERE received_at <= $__toTime AND ${ofOrganization}
GROUP BY domain_id
ORDER BY "Last report", "Domain"
LIMIT 1000`,
  }),
  table({
    title: "Last report of each reporter",
    description: "The longest silence first.",
    sql: `SELECT reporter AS "Reporter", max(received_at) AS "Last report", count() AS "Reports", uniqExact(domain_id) AS "Domains"
FROM ruaflow_v1.reports
WHERE received_at <= $__toTime AND ${ofOrganization}
GROUP BY reporter
ORDER BY "Last report", "Reporter"
LIMIT 1000`,
  }),
  table({
    title: "Reasons not to count reports",
    description:
      "Reports that do not count, by reporter and reason. The API releases reports and names senders to trust.",
    sql: `SELECT reporter AS "Reporter", trust_reason AS "Reason", count() AS "Reports", sum(messages) AS "Messages", max(received_at) AS "Last report"
FROM ruaflow_v1.reports
WHERE NOT counted AND ${received}
GROUP BY reporter, trust_reason
ORDER BY "Reports" DESC, "Reporter", "Reason"
LIMIT 500`,
  }),
  table({
    title: "Deviations from the standard",
    description: "Warnings of the parser by code and reporter: how many reports have them, and how often.",
    sql: `SELECT code AS "Code", reporter AS "Reporter", count() AS "Reports", sum(times) AS "Occurrences"
FROM ruaflow_v1.reports
ARRAY JOIN warning_codes AS code, warning_counts AS times
WHERE ${inPeriod} AND ${ofOrganization}
GROUP BY code, reporter
ORDER BY "Reports" DESC, "Code", "Reporter"
LIMIT 500`,
  }),
];

export const intake = toBoard({
  name: "intake",
  title: "report intake",
  description: "Do reports arrive, do they count, and what is wrong with them?",
  panels,
});
