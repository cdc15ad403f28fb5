import { compliance, dayAsTime } from "./filters.ts";
import { bars, line, stat } from "./panels.ts";

interface Scope {
  /** SQL condition on the view `daily`. */
  readonly chosen: string;
  /** Columns of the board for each number. */
  readonly span: number;
}

/** Compliance, messages, failures and reports as numbers. */
export const dailyStats = ({ chosen, span }: Scope) => [
  stat(
    {
      title: "Compliance",
      description: "Share of messages that passed DMARC: aligned DKIM or aligned SPF passed.",
      sql: `SELECT ${compliance} AS compliance FROM ruaflow_v1.daily WHERE ${chosen}`,
      span,
    },
    "percent",
  ),
  stat({
    title: "Messages",
    description: "Messages in the reports that count.",
    sql: `SELECT sum(messages) AS messages FROM ruaflow_v1.daily WHERE ${chosen}`,
    span,
  }),
  stat({
    title: "Failed messages",
    description: "Messages that failed DMARC.",
    sql: `SELECT sum(failed) AS failed FROM ruaflow_v1.daily WHERE ${chosen}`,
    span,
  }),
  stat({
    title: "Reports",
    description: "Reports that count: their sender is proven or known.",
    sql: `SELECT sum(reports) AS reports FROM ruaflow_v1.daily WHERE ${chosen}`,
    span,
  }),
];

/** Compliance and messages by day. */
export const dailySeries = ({ chosen, span }: Scope) => [
  line(
    {
      title: "Compliance by day",
      description: "Share of each UTC day's messages that passed DMARC.",
      sql: `SELECT ${dayAsTime}, ${compliance} AS "Compliance"
FROM ruaflow_v1.daily
WHERE ${chosen}
GROUP BY time
ORDER BY time`,
      span,
    },
    { unit: "percent", max: 100 },
  ),
  bars(
    {
      title: "Messages by day",
      description: "Each report counts once, on the UTC day of the middle of its date range.",
      sql: `SELECT ${dayAsTime}, sum(passed) AS "Passed", sum(failed) AS "Failed"
FROM ruaflow_v1.daily
WHERE ${chosen}
GROUP BY time
ORDER BY time`,
      span,
    },
    { Passed: "green", Failed: "red" },
  ),
];
