import type { Answer } from "@ruaflow/client";

export type ReportRecord = Answer<"readReport">["data"]["records"][number];

type Aligned = "aligned" | "not aligned" | null;

/**
 * Whether a result that passed counts for DMARC, by what the receiver concluded: if it found no aligned pass, then this one is not
 * aligned; if it found one, then a domain that is, contains or is part of the From domain is aligned. `null`: it did not pass, or
 * the report does not tell.
 */
export function judgeAlignment(
  { result, domain }: { readonly result: string; readonly domain: string },
  { evaluated, headerFrom }: { readonly evaluated: string; readonly headerFrom: string },
): Aligned {
  if (result !== "pass") return null;
  if (evaluated !== "pass") return "not aligned";
  const [a, b] = [domain.toLowerCase(), headerFrom.toLowerCase()];
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`) ? "aligned" : null;
}

const DISPOSITIONS: Readonly<Record<string, string>> = {
  none: "delivered",
  pass: "delivered",
  quarantine: "quarantined",
  reject: "refused",
};

/** What the receiver did with the mail. */
export function describeDisposition(disposition: string): string {
  return DISPOSITIONS[disposition] ?? disposition;
}

const REASONS: Readonly<Record<string, string>> = {
  forwarded: "forwarded",
  sampled_out: "left out by pct",
  trusted_forwarder: "from a forwarder that the receiver trusts",
  mailing_list: "from a mailing list",
  local_policy: "by the receiver's own rules",
  policy_test_mode: "in test mode",
  other: "for another reason",
};

/** Why the receiver did not apply the policy, with its comment. */
export function describeOverride({ type, comment }: { readonly type: string; readonly comment: string }): string {
  const words = REASONS[type] ?? type;
  return comment === "" ? words : `${words}: ${comment}`;
}
