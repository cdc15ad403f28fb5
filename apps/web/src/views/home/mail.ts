import type { Client } from "@ruaflow/client";
import { countOf, formatRate } from "../../format/numbers.ts";

export type MailAnswer = Awaited<ReturnType<Client["reports"]["readAggregate"]>>;
export type Mail = MailAnswer["data"];

/** Messages that passed and failed DMARC. */
export function countMail({ daily }: Mail): { readonly passed: number; readonly failed: number } {
  return {
    passed: daily.reduce((sum, day) => sum + day.passed, 0),
    failed: daily.reduce((sum, day) => sum + day.failed, 0),
  };
}

/** How much mail passed, in one sentence. */
export function describePassed({ totals: { emails }, authentication }: Mail): string {
  if (emails === 0) return "No mail was reported in this period.";
  return `${formatRate(authentication.dmarc_pass_rate)} of ${countOf(emails, "message")} passed DMARC.`;
}
