import type { Answer } from "@ruaflow/client";
import { countOf, formatCount, formatRate } from "../../../format/numbers.ts";

export type Readiness = Answer<"readDomainReadiness">["data"];
export type Scenario = Readiness["scenarios"]["reject"];
export type ScenarioName = keyof Readiness["scenarios"];
interface Range {
  readonly low: number;
  readonly high: number;
}

/** 3, or 3 to 40 */
export function formatRange({ low, high }: Range, format: (value: number) => string = formatCount): string {
  return low === high ? format(low) : `${format(low)} to ${format(high)}`;
}

/** What a policy would do to legitimate mail, in one sentence. `fate`: "be refused". */
export function describeLoss({ lost, of, lost_rate: rate }: Scenario, fate: string): string {
  if (of.high === 0 || rate === null) return "It would affect no mail in this period.";
  if (lost.high === 0) return `None of ${countOf(of.high, "legitimate message")} would ${fate}.`;
  const share = formatRange(rate, formatRate);
  return `${formatRange(lost)} of ${formatRange(of)} legitimate messages would ${fate}: ${share}.`;
}

/** Whether the range of a scenario is open, since reports do not tell whose all of the mail is. */
export function isOpen({ lost }: Scenario): boolean {
  return lost.low !== lost.high;
}

/** The two steps to a full policy come first. */
export const MAIN = {
  quarantine: { title: "Quarantine", fate: "go to the junk folder" },
  reject: { title: "Reject", fate: "be refused" },
} as const;

export const OTHERS = {
  strict_dkim: { title: "Reject, with strict DKIM (adkim=s)", fate: "be refused" },
  strict_spf: { title: "Reject, with strict SPF (aspf=s)", fate: "be refused" },
  strict: { title: "Reject, with both strict", fate: "be refused" },
  subdomain_policy: { title: "Reject for subdomains only (sp=reject)", fate: "be refused" },
} as const;
