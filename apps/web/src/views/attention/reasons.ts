import type { Answer, Query } from "@ruaflow/client";
import type { Changes } from "../../filter/filter.ts";
import { paths } from "../../paths.ts";

export type AttentionItem = Answer<"listAttention">["data"][number];
export type AttentionQuery = NonNullable<Query<"listAttention">>;
export type Reason = AttentionItem["reasons"][number];
export type ReasonName = Reason["reason"];

/** Where a reason is looked into, and done away with. */
interface Remedy {
  /** Of the link: what to do. */
  readonly text: string;
  readonly path: string;
  /** Parameters of the address besides the domain. */
  readonly more: Changes;
}

const toTab = (tab: string, text: string): Remedy => ({ text, path: paths.domain, more: { tab } });
const toFailures = (text: string, more: Changes = {}): Remedy => ({ text, path: paths.failures, more });

const DNS = toTab("dns", "Compare the DNS records");
const REPORTERS = toTab("reporters", "See who reports");
/** Days that reasons about mail look at. */
const WEEK = { days: "7", month: undefined, from: undefined, to: undefined };

/** Not by class: where a key broke, the mail of one week looks forwarded, and only what its addresses sent before says more. */
const OWN = toFailures("Set the sender up", WEEK);

const REASONS: Readonly<Record<ReasonName, { readonly title: string; readonly remedy: Remedy }>> = {
  own_mail_lost: {
    title: "Own mail is lost",
    remedy: OWN,
  },
  unknown_sender: {
    title: "Unknown sender fails",
    remedy: toFailures("See the unknown senders", { ...WEEK, class: "unknown" }),
  },
  spoofed_mail_delivered: {
    title: "Forged mail delivered",
    remedy: toTab("readiness", "Move to reject"),
  },
  verification_lost: { title: "Verification lost", remedy: DNS },
  dns_broken: { title: "DNS record wrong", remedy: DNS },
  policy_weaker: { title: "Policy weaker", remedy: DNS },
  misconfigured_sender: {
    title: "Own sender fails",
    remedy: OWN,
  },
  failing_volume: { title: "More fails than usual", remedy: toFailures("See what fails", WEEK) },
  silence: { title: "No reports", remedy: REPORTERS },
  pass_rate: { title: "Low pass rate", remedy: toFailures("See what fails", WEEK) },
  new_reporter: { title: "New reporter", remedy: REPORTERS },
  new_senders: {
    title: "New senders fail",
    remedy: toFailures("See the new senders", { ...WEEK, sort: "-first_seen" }),
  },
  held_reports: {
    title: "Reports held",
    remedy: { text: "See the held reports", path: paths.arrived, more: { state: "held" } },
  },
  ready_for_enforcement: {
    title: "Ready for enforcement",
    remedy: toTab("readiness", "See what a stricter policy would lose"),
  },
  dns_changed: { title: "DNS record changed", remedy: toTab("dns", "See what changed") },
};

export const reasonNames = Object.keys(REASONS) as readonly ReasonName[];

export function describeReason(name: ReasonName): string {
  return REASONS[name].title;
}

export function findRemedy(name: ReasonName): Remedy {
  return REASONS[name].remedy;
}

/** The reason that an address limits the list to. */
export function readReason(text: string | undefined): ReasonName | undefined {
  return reasonNames.find((name) => name === text);
}
