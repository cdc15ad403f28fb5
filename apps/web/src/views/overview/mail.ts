import type { Client } from "@ruaflow/client";

export type MailAnswer = Awaited<ReturnType<Client["reports"]["readAggregate"]>>;
export type Mail = MailAnswer["data"];

/** Messages that passed and failed DMARC. */
export function countMail({ daily }: Mail): { readonly passed: number; readonly failed: number } {
  return {
    passed: daily.reduce((sum, day) => sum + day.passed, 0),
    failed: daily.reduce((sum, day) => sum + day.failed, 0),
  };
}
