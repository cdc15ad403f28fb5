import { foreignRules } from "./foreign-rules.ts";
import type { GroupFacts } from "./group-facts.ts";
import { passingRules } from "./passing-rules.ts";
import { reportedRules } from "./reported-rules.ts";
import type { Rule } from "./rule.ts";
import { signedRules } from "./signed-rules.ts";
import { unauthenticatedRules } from "./unauthenticated-rules.ts";

/** Of what no rule says anything. */
export const lastRule: Rule = {
  name: "nothing_to_go_by",
  class: "unknown",
  cause: "not_enough_evidence",
  applies: () => true,
};

/** All rules, in order: the first one that applies decides. */
export const rules: readonly Rule[] = [
  ...passingRules,
  ...reportedRules,
  ...signedRules,
  ...foreignRules,
  ...unauthenticatedRules,
  lastRule,
];

/** The rule that decides for messages that look the same. */
export function findRule(facts: GroupFacts, table: readonly Rule[]): Rule {
  return table.find(({ applies }) => applies(facts)) ?? lastRule;
}
