import type { GroupFacts } from "./group-facts.ts";
import type { Rule } from "./rule.ts";
import { rules } from "./rules.ts";
import { classPrecedence, type SourceClass, sourceClasses } from "./source-class.ts";

/** Messages that look the same, and the rule that decided for them. */
export interface JudgedGroup {
  readonly facts: GroupFacts;
  readonly rule: Rule;
}

/** Classes with a smaller share of a source's messages are not named beside its own. */
const ALSO_SHARE_MIN = 0.05;

/**
 * The groups that speak for a source, largest first: of its failing mail, or of all where nothing fails, the class with most messages,
 * and in it the rule with most messages. Of equals, the one that stands first in the precedence of classes or in the table.
 */
export function findDecisive(judged: readonly JudgedGroup[]): readonly JudgedGroup[] {
  const counted = judged.filter(({ facts }) => facts.group.messages > 0);
  const failing = counted.filter(({ facts }) => !facts.group.dmarcPass);
  const speaking = failing.length > 0 ? failing : counted;
  const byClass = Map.groupBy(speaking, ({ rule }) => rule.class);
  const ofClass = findLargest(classPrecedence.map((name) => byClass.get(name) ?? []));
  const byRule = Map.groupBy(ofClass, ({ rule }) => rule);
  return findLargest(rules.map((rule) => byRule.get(rule) ?? [])).toSorted(compareGroups);
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
function findLargest(lists: readonly (readonly JudgedGroup[])[]): readonly JudgedGroup[] {
  return lists.reduce((largest, list) => (countMessages(list) > countMessages(largest) ? list : largest), []);
}

function countMessages(judged: readonly JudgedGroup[]): number {
  return judged.reduce((sum, { facts }) => sum + facts.group.messages, 0);
}

/** By messages, then by content, so that no sentence depends on the order of groups. */
function compareGroups(a: JudgedGroup, b: JudgedGroup): number {
  const difference = b.facts.group.messages - a.facts.group.messages;
  if (difference !== 0) return difference;
  return JSON.stringify(a.facts.group) < JSON.stringify(b.facts.group) ? -1 : 1;
}
