import type { GroupFacts } from "./group-facts.ts";
import type { Rule } from "./rule.ts";
import { rules } from "./rules.ts";
import { classPrecedence, type SourceClass, sourceClasses } from "./source-class.ts";
import type { Finding } from "./verdict.ts";

/** Messages that look the same, and the rule that decided for them. */
export interface JudgedGroup {
  readonly facts: GroupFacts;
  readonly rule: Rule;
}

/** Classes with a smaller share of a source's messages are not named beside its own. */
const ALSO_SHARE_MIN = 0.05;

/** Groups that one rule decided, largest first. */
export type Part = readonly [JudgedGroup, ...JudgedGroup[]];

/** The parts of a source's mail, in the order of their rules; groups without messages are in none. */
export function listByRule(judged: readonly JudgedGroup[]): Part[] {
  const byRule = Map.groupBy(
    judged.filter(({ facts }) => facts.group.messages > 0),
    ({ rule }) => rule,
  );
  return [...byRule]
    .toSorted(([a], [b]) => rules.indexOf(a) - rules.indexOf(b))
    .flatMap(([, groups]) => {
      const [first, ...others] = sortGroups(groups);
      return first === undefined ? [] : [[first, ...others] as const];
    });
}

/**
 * What speaks for a source: of what was found in its failing mail, or in all of it where nothing fails, the class with most messages,
 * and of that class the finding with most messages. Of equals, the one that stands first in the precedence of classes or in the table.
 * @param findings in the order of their rules
 * @returns its place; -1 of no findings
 */
export function findDecisive(findings: readonly Finding[]): number {
  const failing = findings.filter((finding) => finding.failing > 0);
  const speaking = failing.length > 0 ? failing : findings;
  const ofClass = findLargest(classPrecedence.map((name) => speaking.filter((finding) => finding.class === name)));
  const [decisive] = findLargest(ofClass.map((finding) => [finding]));
  return decisive === undefined ? -1 : findings.indexOf(decisive);
}

/** Messages of each class; they add up to all messages. */
export function sumByClass(judged: readonly JudgedGroup[]): Record<SourceClass, number> {
  const sums = { compliant: 0, misconfigured: 0, forwarded: 0, unknown: 0, spoofed: 0 };
  for (const { facts, rule } of judged) sums[rule.class] += facts.group.messages;
  return sums;
}

/** The other classes with at least 5 % of all messages, most messages first. */
export function listAlso(messages: Readonly<Record<SourceClass, number>>, own: SourceClass): SourceClass[] {
  const total = sourceClasses.reduce((sum, name) => sum + messages[name], 0);
  const isLarge = (name: SourceClass) => messages[name] > 0 && messages[name] >= total * ALSO_SHARE_MIN;
  return classPrecedence.filter((name) => name !== own && isLarge(name)).toSorted((a, b) => messages[b] - messages[a]);
}

/** The first of those with most messages. */
function findLargest(lists: readonly (readonly Finding[])[]): readonly Finding[] {
  return lists.reduce((largest, list) => (countMessages(list) > countMessages(largest) ? list : largest), []);
}

function countMessages(findings: readonly Finding[]): number {
  return findings.reduce((sum, { messages }) => sum + messages, 0);
}

/** By messages, then by content, so that no sentence depends on the order of groups. */
function sortGroups(groups: readonly JudgedGroup[]): readonly JudgedGroup[] {
  if (groups.length === 1) return groups;
  const texts = new Map(groups.map((one) => [one, JSON.stringify(one.facts.group)]));
  const toText = (one: JudgedGroup) => texts.get(one) ?? "";
  return groups.toSorted((a, b) => b.facts.group.messages - a.facts.group.messages || (toText(a) < toText(b) ? -1 : 1));
}
