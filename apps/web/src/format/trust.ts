import type { Answer } from "@ruaflow/client";

export type Trust = Answer<"readReport">["data"]["trust"];

/** Why a report is believed, in a few words. */
export const TRUST: Readonly<Record<Trust, string>> = {
  dmarc: "proven by DMARC",
  dkim: "proven by DKIM",
  spf: "proven by SPF",
  upload: "uploaded",
  import: "imported",
  none: "not proven",
};

const REASONS: Readonly<Record<string, string>> = {
  "no-from": "the mail does not have exactly one From domain",
  "no-signature": "the mail has no signature, and SPF does not pass",
  "bad-signature": "a signature does not verify, or does not cover the whole mail",
  unaligned: "a signature or SPF is valid, but for another domain than the sender's",
  "too-costly": "checking the mail would have cost too much",
  "dns-failure": "DNS did not answer for a day",
  "new-reporter": "the reporter is new, and only known ones count here",
  "reporter-mismatch": "the sender may not speak for the reporter that the report names",
};

/** Why the sender of a report is not proven. Codes that are new to the page are shown as they are. */
export function describeReason(code: string): string {
  return REASONS[code] ?? code.replaceAll("-", " ");
}
