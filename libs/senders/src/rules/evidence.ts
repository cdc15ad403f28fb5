import { toPrintable } from "./quoting.ts";
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
  return countMost(groups, (group) => toTexts(group).map(toPrintable)).map(([text]) => text);
}

function countResults(
  groups: readonly MailGroup[],
  toResults: (group: MailGroup) => readonly AuthResult[],
): CountedResult[] {
  const counted = countMost(groups, (group) => toResults(group).map(toKey));
  return counted.map(([key, messages]) => ({ ...(JSON.parse(key) as AuthResult), messages }));
}

function toKey({ domain, selector, result }: AuthResult): string {
  const named = selector ? { selector: toPrintable(selector) } : {};
  return JSON.stringify({ domain: toPrintable(domain), ...named, result: toPrintable(result) });
}

/** The texts of most messages; a text counts once for a message. */
function countMost(
  groups: readonly MailGroup[],
  toTexts: (group: MailGroup) => readonly string[],
): (readonly [text: string, messages: number])[] {
  const counts = new Map<string, number>();
  for (const group of groups)
    for (const text of new Set(toTexts(group))) counts.set(text, (counts.get(text) ?? 0) + group.messages);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, ENTRIES_MAX);
}
