import { DescribedValues } from "@ruaflow/http/described-values";
import type { DayCompleteness } from "@ruaflow/record-store/reporters";
import { type Static, Type } from "typebox";
import { toRate } from "../../rates.ts";
import { DayCompletenessSchema, toCompletenessBody } from "../../reports/reporters/completeness-schema.ts";
import { DUE_RULE, REPORTER_STATES, reporterStates } from "../../reports/reporters/judge-reporter.ts";
import {
  HISTORY_DAYS,
  type JudgedReporter,
  type JudgedReporters,
  REPORTERS_MAX,
} from "../../reports/reporters/read-reporters.ts";
import { Day } from "../../reports/span-meta.ts";
import { policyFields } from "./compare-policy.ts";
import { POLICIES_MAX, type SeenPolicy } from "./read-policies.ts";

export const StateSchema = DescribedValues(REPORTER_STATES, { description: DUE_RULE, examples: ["reporting"] });

const Field = (name: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], {
    description: `${name}, in lower case; null: not stated.`,
    examples: [example],
  });

const PolicySchema = Type.Object({
  first_day: Day,
  last_day: Day,
  reports: Type.Integer({ description: "Reports that state it.", examples: [30] }),
  p: Field("Policy", "none"),
  sp: Field("Policy for subdomains", "none"),
  np: Field("Policy for names that do not exist", null),
  adkim: Field("DKIM alignment", "r"),
  aspf: Field("SPF alignment", "r"),
  pct: Field("Percentage", "100"),
  testing: Field("Test mode", null),
  matches: Type.Union([Type.Boolean(), Type.Null()], {
    description:
      "Whether DNS published this policy at that time: on one of the days from the day before a report's day to the day after. A field that is not stated differs from nothing. null: the DNS history does not cover these days, or no p is stated.",
    examples: [true],
  }),
  differs: Type.Array(Type.Unsafe<string>({ type: "string", enum: [...policyFields] }), {
    description: "The fields that differ from what was published; p also where no record was published.",
    examples: [[]],
  }),
});

const Hours = (description: string) => Type.Number({ minimum: 0, description, examples: [9.5] });
const Count = (description: string, example: number) => Type.Integer({ description, examples: [example] });
const Rate = (description: string) => Type.Number({ minimum: 0, maximum: 100, description, examples: [98] });

export const ReporterSchema = Type.Object({
  reporter: Type.String({
    description: "The name that it gives itself, as the filter reporter takes it.",
    examples: ["google.com"],
  }),
  reporter_domains: Type.Array(Type.String(), {
    description:
      "Domains that vouch for its reports, at most 5; empty: they were uploaded or imported, or came before there were such domains.",
    examples: [["google.com"]],
  }),
  state: StateSchema,
  due_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description: "When its next report is due, or was; null: it is occasional.",
    examples: ["2026-10-02T21:30:00.000Z"],
  }),
  reports: Count("Reports of the period.", 30),
  messages: Count("Messages of the period.", 1200),
  passed: Count("Messages of the period that passed DMARC.", 1176),
  failed: Count("Messages of the period that failed DMARC.", 24),
  pass_rate: Rate("DMARC pass rate; 0 without mail."),
  share: Rate("Share of the domain's messages in the period, in percent."),
  days: Count("UTC days of the period with its reports.", 29),
  first_day: Type.String({
    format: "date",
    description: `First UTC day with its reports, in the period or the ${HISTORY_DAYS} days up to its end.`,
    examples: ["2026-07-05"],
  }),
  last_day: Type.String({ format: "date", description: "The last such day.", examples: ["2026-09-30"] }),
  usual_gap_days: Count("90th percentile of the gap between report days, in days; 0 if there is only one.", 1),
  usual_delay: Type.Object(
    { median_hours: Hours("Half of its reports came sooner."), p95_hours: Hours("19 of 20 came sooner.") },
    { description: "From the end of a report's period to its receipt." },
  ),
  policies: Type.Array(PolicySchema, {
    maxItems: POLICIES_MAX,
    description: `The policies of the domain itself that its reports state, newest first, at most ${POLICIES_MAX}; one that was published for a part of its days is divided there.`,
  }),
});

const counts = Type.Object(
  Object.fromEntries(reporterStates.map((state) => [state, Count(`Reporters that are ${state}.`, 3)])),
  { description: "Reporters by state, whatever state was asked for." },
);

export const ReportersMeta = {
  period: Type.Object({ start: Day, end: Day }, { description: "The UTC days of the sums, inclusive." }),
  as_of: Type.String({
    format: "date-time",
    description: "When the states were judged: now, or the end of a period that is over.",
  }),
  messages: Count("Messages of all reporters in the period.", 1200),
  states: counts,
  reporters_omitted: Count(
    `Reporters beyond the ${REPORTERS_MAX.toLocaleString("en-US")} with the most messages, which no page has.`,
    0,
  ),
  days: Type.Array(DayCompletenessSchema, {
    description:
      "The newest 7 days of the period, none in the future, oldest first: what has come in, and who is missing.",
  }),
};

/** The values of {@link ReporterSchema}. */
export function toReporterBody(
  reporter: JudgedReporter,
  { messages, policies }: { readonly messages: number; readonly policies: readonly SeenPolicy[] },
): Static<typeof ReporterSchema> {
  const { median, p95 } = reporter.delay;
  return {
    reporter: reporter.reporter,
    reporter_domains: [...reporter.domains],
    state: reporter.state,
    due_at: reporter.dueAt?.toISOString() ?? null,
    ...{ reports: reporter.reports, messages: reporter.messages, passed: reporter.passed },
    failed: reporter.messages - reporter.passed,
    pass_rate: toRate(reporter.passed, reporter.messages),
    share: toRate(reporter.messages, messages),
    ...{ days: reporter.days, first_day: reporter.firstDay, last_day: reporter.lastDay },
    usual_gap_days: reporter.gapDays,
    usual_delay: { median_hours: toHours(median), p95_hours: toHours(p95) },
    policies: policies.map(toPolicyBody),
  };
}

function toPolicyBody({ firstDay, lastDay, reports, policy, matches, differs }: SeenPolicy) {
  return { first_day: firstDay, last_day: lastDay, reports, ...policy, matches, differs: [...differs] };
}

/** One decimal. */
function toHours(seconds: number): number {
  return Math.round(seconds / 360) / 10;
}

/** The values of {@link ReportersMeta} besides the period. */
export function toReportersMeta(
  { reporters, omitted, messages, asOf }: JudgedReporters,
  days: readonly DayCompleteness[],
) {
  const states = reporterStates.map((state) => [state, reporters.filter((one) => one.state === state).length] as const);
  return {
    ...{ as_of: asOf.toISOString(), messages, states: Object.fromEntries(states), reporters_omitted: omitted },
    days: days.map(toCompletenessBody),
  };
}
