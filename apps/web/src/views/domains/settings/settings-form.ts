import type { Client } from "@ruaflow/client";
import type { Domain } from "../words.ts";
import { type AlertRules, RULE_NAMES, RULES, type RuleName } from "./rules.ts";

type Settings = Domain["settings"];
export type SettingsChanges = Parameters<Client["domains"]["update"]>[1];

/** The thresholds of a rule as they are typed. */
export interface RuleForm {
  readonly enabled: boolean;
  readonly values: Readonly<Record<string, string>>;
}

/** The settings as they are typed. */
export interface SettingsForm {
  readonly labels: string;
  readonly client: string;
  readonly dnsWatch: boolean;
  readonly retentionDays: string;
  readonly rawRetentionDays: string;
  readonly reportAddresses: string;
  readonly rules: Readonly<Record<RuleName, RuleForm>>;
}

export function toForm(settings: Settings): SettingsForm {
  const { labels, client_reference, dns_watch, retention_days, raw_retention_days, report_addresses, alert_rules } =
    settings;
  return {
    labels: labels.join(", "),
    client: client_reference ?? "",
    dnsWatch: dns_watch,
    retentionDays: retention_days === null ? "" : String(retention_days),
    rawRetentionDays: raw_retention_days === null ? "" : String(raw_retention_days),
    reportAddresses: report_addresses.join(", "),
    rules: mapRules((name) => toRuleForm(name, alert_rules)),
  };
}

/** The settings to change; the service refuses what cannot be. */
export function toChanges(form: SettingsForm): SettingsChanges {
  const client = form.client.trim();
  return {
    labels: toList(form.labels),
    client_reference: client === "" ? null : client,
    dns_watch: form.dnsWatch,
    retention_days: toDays(form.retentionDays),
    raw_retention_days: toDays(form.rawRetentionDays),
    report_addresses: toList(form.reportAddresses),
    alert_rules: mapRules((name) => toRule(form.rules[name])) as unknown as AlertRules,
  };
}

function toRuleForm(name: RuleName, rules: AlertRules): RuleForm {
  const rule: Readonly<Record<string, unknown>> = { ...rules[name] };
  return {
    enabled: rules[name].enabled,
    values: Object.fromEntries(RULES[name].fields.map((field) => [field.name, String(rule[field.name])])),
  };
}

function toRule({ enabled, values }: RuleForm) {
  return { enabled, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)])) };
}

/** The parts of a text that commas divide, each once. */
function toList(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ""))];
}

function toDays(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

function mapRules<Value>(map: (name: RuleName) => Value): Readonly<Record<RuleName, Value>> {
  return Object.fromEntries(RULE_NAMES.map((name) => [name, map(name)])) as Record<RuleName, Value>;
}
