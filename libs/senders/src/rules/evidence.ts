import { toPrintable } from "./sentences/quoting.ts";
import type { AuthResult, MailGroup } from "./source-mail.ts";
import type { CountedResult, Evidence } from "./verdict.ts";

/** Longer lists are cut. */
const ENTRIES_MAX = 5;

/** What was seen of the messages that a rule decided, most messages first. */
export function collectEvidence(rule: string, groups: readonly MailGroup[]): Evidence {
  return {
    rule,
    messages: groups.reduce((sum, { messages }) => sum + messages, 0),
    headerFrom: countTexts(groups, ({ headerFrom }) => [headerFrom]),
    dkim: countResults(groups, ({ dkim }) => dkim),
    spf: countResults(groups, ({ spf }) => spf),
    reasons: countTexts(groups, ({ reasons }) => reasons),
  };
}

function countTexts(groups: readonly MailGroup[], toTexts: (group: MailGroup) => readonly string[]): string[] {
  const counted = countMost(groups, (group) => toTexts(group).map((text) => [toPrintable(text), ""] as const));
  return counted.map(([text]) => text);
}

function countResults(
  groups: readonly MailGroup[],
  toResults: (group: MailGroup) => readonly AuthResult[],
): CountedResult[] {
  return countMost(groups, (group) => toResults(group).map((result) => [toKey(result), result] as const)).map(
    ([, { domain, selector, result }, messages]) => ({
      domain: toPrintable(domain),
      ...(selector ? { selector: toPrintable(selector) } : {}),
      result: toPrintable(result),
      messages,
    }),
  );
}

/** The parts as they are shown, and a separator that none of them has. */
function toKey({ domain, selector, result }: AuthResult): string {
  return `${toPrintable(domain)}\n${toPrintable(selector ?? "")}\n${toPrintable(result)}`;
}

/** The things of most messages; a thing counts once for a message. */
function countMost<T>(
  groups: readonly MailGroup[],
  toEntries: (group: MailGroup) => readonly (readonly [key: string, thing: T])[],
): (readonly [key: string, thing: T, messages: number])[] {
  const counts = new Map<string, { readonly thing: T; messages: number }>();
  for (const group of groups)
    for (const [key, thing] of new Map(toEntries(group))) {
      const counted = counts.get(key);
      if (counted === undefined) counts.set(key, { thing, messages: group.messages });
      else counted.messages += group.messages;
    }
  return [...counts]
    .map(([key, { thing, messages }]) => [key, thing, messages] as const)
    .toSorted(([a, , n], [b, , m]) => m - n || (a < b ? -1 : 1))
    .slice(0, ENTRIES_MAX);
}
