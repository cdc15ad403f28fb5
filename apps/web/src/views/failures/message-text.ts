import { formatDay } from "../../format/dates.ts";
import { showDomains, toDomainText } from "../../format/idn.ts";
import { countOf } from "../../format/numbers.ts";
import { UNNAMED } from "../../format/unnamed.ts";
import type { FailureGroup } from "./group.ts";

/** A DNS record as the API says it has to be published. */
export interface MissingRecord {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

interface Message {
  readonly group: Pick<FailureGroup, "sources" | "failure_count"> &
    Partial<Pick<FailureGroup, "sender" | "class" | "cause_description" | "explanation" | "next_step">>;
  /** Those with the most failed messages first. */
  readonly domains: readonly { readonly name: string; readonly failed: number }[];
  /** All domains, also those that are not named. */
  readonly domainCount: number;
  /** UTC days, inclusive. */
  readonly period: { readonly start: string; readonly end: string };
  /** Records that are missing or wrong in DNS. */
  readonly records: readonly MissingRecord[];
}

/** What mail of a class is, to someone who does not know the word. */
const WHOSE: Readonly<Record<NonNullable<FailureGroup["class"]>, string>> = {
  compliant: "This is your own mail. It fails although its sender is set up correctly.",
  misconfigured:
    "This is most likely your own mail, from a service or server that is not set up for your domain. Receivers may reject it or put it into the junk folder.",
  forwarded: "This is most likely your own mail, which another server passed on to the recipient.",
  unknown: "The reports do not show whether this is your mail. Please tell us if this sender works for you.",
  spoofed: "This is not your mail. Someone else sent it with your domain as the sender.",
};

/** A group of failures as a message to the owner of the domains: plain text, without terms of the page. */
export function toClientMessage({ group, domains, domainCount, period, records }: Message): string {
  const { sender, class: name, cause_description: cause, explanation, next_step: nextStep } = group;
  const by = sender ? toDomainText(sender) : `a sender with ${UNNAMED}`;
  return [
    `Subject: Mail from ${by} that fails DMARC`,
    `Hello,`,
    `${describeMail({ domains, domainCount, period, failed: group.failure_count })}It came from ${by} (${countOf(group.sources, "address", "addresses")}).`,
    name ? WHOSE[name] : "",
    cause ? `What is wrong: ${cause}.${explanation ? ` ${showDomains(explanation)}` : ""}` : "",
    `What to do: ${showDomains(nextStep ?? "nothing. We keep watching it.")}`,
    records.length > 0 ? `DNS records to publish:\n${records.map(toLine).join("\n")}` : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

interface Mail extends Pick<Message, "domains" | "domainCount" | "period"> {
  readonly failed: number;
}

function describeMail({ domains, domainCount, period, failed }: Mail): string {
  const days = `From ${formatDay(period.start)} to ${formatDay(period.end)}`;
  const what = `receivers reported ${countOf(failed, "message")} that failed DMARC, the check that mail really comes from your domain`;
  const [only] = domains;
  if (only !== undefined && domainCount === 1) return `${days}, ${what} ${only.name}. `;
  const named = domains.map(({ name, failed: own }) => `- ${name}: ${countOf(own, "message")}`);
  const rest = domainCount - domains.length;
  const lines = rest > 0 ? [...named, `- ${countOf(rest, "other domain")}`] : named;
  return `${days}, ${what}:\n${lines.join("\n")}\n\n`;
}

function toLine({ name, type, value }: MissingRecord): string {
  return `${name} ${type} "${value}"`;
}
