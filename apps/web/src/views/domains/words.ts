import type { Answer } from "@ruaflow/client";

export type ListedDomain = Answer<"listDomains">["data"][number];
export type Domain = Answer<"readDomain">["data"];
export type DnsState = ListedDomain["dns_state"];

export type Tone = "good" | "warn" | "bad" | "plain";

interface Words {
  readonly text: string;
  readonly tone: Tone;
}

export const STATUS: Readonly<Record<ListedDomain["status"], Words>> = {
  verified: { text: "verified", tone: "good" },
  pending: { text: "not verified yet", tone: "warn" },
  failed: { text: "verification failed", tone: "bad" },
};

/** Whether what is published sends the reports here. */
export const DNS_STATE: Readonly<Record<DnsState, Words>> = {
  ok: { text: "correct", tone: "good" },
  missing: { text: "missing", tone: "bad" },
  different: { text: "different", tone: "warn" },
  unknown: { text: "no answer", tone: "plain" },
  unchecked: { text: "not looked up", tone: "plain" },
};

/** The state of the DMARC record, and whose mailbox gets the reports. */
export function describeDns({ dns_state, report_mailbox }: Pick<ListedDomain, "dns_state" | "report_mailbox">): Words {
  const words = DNS_STATE[dns_state];
  return report_mailbox === "own" ? { ...words, text: `${words.text} (own mailbox)` } : words;
}

export const POLICIES = ["none", "quarantine", "reject"] as const;

export const POLICY_MEANS: Readonly<Record<(typeof POLICIES)[number], string>> = {
  none: "failing mail is delivered",
  quarantine: "failing mail goes to the junk folder",
  reject: "failing mail is refused",
};

/** A policy in the words of its record, with what it means. */
export function describePolicy(policy: string | null): string {
  const known = POLICIES.find((each) => each === policy);
  return known === undefined ? "not known yet" : `${known}: ${POLICY_MEANS[known]}`;
}
