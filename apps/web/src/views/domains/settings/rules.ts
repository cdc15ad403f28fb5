import type { Domain } from "../words.ts";

export type AlertRules = Domain["settings"]["alert_rules"];
export type RuleName = keyof AlertRules;

/** A threshold of a rule. */
export interface RuleField {
  readonly name: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Absent: whole numbers. */
  readonly step?: number;
}

interface Rule {
  readonly title: string;
  readonly means: string;
  readonly fields: readonly RuleField[];
}

const MESSAGES_MAX = 1_000_000_000;
const DAYS_MAX = 90;
const messages = (name: string, label: string): RuleField => ({ name, label, min: 1, max: MESSAGES_MAX });

/** The rules and the limits of their thresholds, as PUT /domains/:id takes them. */
export const RULES: Readonly<Record<RuleName, Rule>> = {
  pass_rate: {
    title: "Pass rate",
    means: "Too little mail passes DMARC.",
    fields: [
      { name: "below", label: "Below, in per cent", min: 0, max: 100, step: 0.1 },
      { name: "window_days", label: "Over the last days", min: 1, max: DAYS_MAX },
      messages("messages_min", "With at least this many messages"),
    ],
  },
  new_source: {
    title: "New source",
    means: "A new address sends failing mail.",
    fields: [messages("failures_min", "At least this many failing messages")],
  },
  failure_volume: {
    title: "Many failures",
    means: "Many more messages fail in a day than usually do.",
    fields: [
      { name: "times", label: "Times the usual number", min: 1.1, max: 1000, step: 0.1 },
      messages("failures_min", "At least this many failing messages"),
    ],
  },
  missing_reports: {
    title: "Missing reports",
    means: "Reports are missing for longer than the usual gap.",
    fields: [{ name: "days", label: "Days without a report", min: 1, max: DAYS_MAX }],
  },
  new_reporter: {
    title: "New reporter",
    means: "A new reporter counts more messages than all others together.",
    fields: [messages("messages_min", "At least this many messages")],
  },
};

export const RULE_NAMES = Object.keys(RULES) as RuleName[];
