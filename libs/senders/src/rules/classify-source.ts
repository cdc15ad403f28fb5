import type { ServiceMap } from "../services/service-map.ts";
import { collectEvidence } from "./evidence.ts";
import { toGroupFacts } from "./group-facts.ts";
import { findDecisive, listAlso, listByRule, type Part, sumByClass } from "./judged-group.ts";
import type { Rule } from "./rule.ts";
import { findRule, lastRule, rules } from "./rules.ts";
import { toCitation } from "./sentences/citation.ts";
import { sentences } from "./sentences/sentences.ts";
import { type SourceFacts, toSourceFacts } from "./source-facts.ts";
import type { DomainContext, MailGroup, SourceMail } from "./source-mail.ts";
import type { Finding, Verdict } from "./verdict.ts";

/**
 * Gives a source its class and cause for a domain: each group by the first rule that applies, the source by its most failing messages.
 * Pure; the order of groups does not matter.
 */
export function classifySource(mail: SourceMail, context: DomainContext, services: ServiceMap): Verdict {
  return judgeSource(mail, { context, services, table: rules });
}

/** The same with a table of rules of the caller's, as a test has that leaves one out. */
export function judgeSource(
  mail: SourceMail,
  { context, services, table }: { context: DomainContext; services: ServiceMap; table: readonly Rule[] },
): Verdict {
  const source = toSourceFacts(mail, context, services);
  const toFacts = (group: MailGroup) => toGroupFacts(group, { source, context, services });
  const judged = mail.groups.map(toFacts).map((facts) => ({ facts, rule: findRule(facts, table) }));
  const parts = listByRule(judged);
  const findings = parts.map(toFinding);
  const nothing: Part = [{ facts: toFacts(noMail), rule: lastRule }];
  const place = findDecisive(findings);
  const part = parts[place] ?? nothing;
  const { class: found, cause, explanation, nextStep } = findings[place] ?? toFinding(nothing);
  const messages = sumByClass(judged);
  return {
    service: toServiceName(source),
    ...{ class: found, cause, explanation, nextStep },
    also: listAlso(messages, found),
    evidence: collectEvidence(part[0].rule.name, toGroups(part)),
    messages,
    findings,
    groupClasses: judged.map(({ rule }) => rule.class),
  };
}

/** Of a source without mail nothing is known. */
const noMail: MailGroup = {
  messages: 0,
  headerFrom: "",
  dmarcPass: false,
  dkimAligned: false,
  spfAligned: false,
  disposition: "none",
  dkim: [],
  spf: [],
  reasons: [],
};

function toServiceName({ found }: SourceFacts): Verdict["service"] {
  return found === null ? null : { name: found.service.name, category: found.service.category, by: found.by };
}

/** What a rule says of the messages that it decided, in the words of the largest group. */
function toFinding(part: Part): Finding {
  const [first, ...others] = part;
  const { rule } = first;
  const { name, cause } = rule;
  const citation = toCitation([first.facts, ...others.map(({ facts }) => facts)]);
  const groups = toGroups(part);
  return {
    rule: name,
    class: rule.class,
    cause,
    explanation: sentences[cause].explain(citation),
    nextStep: sentences[cause].advise(citation),
    messages: countMessages(groups),
    failing: countMessages(groups.filter(({ dmarcPass }) => !dmarcPass)),
  };
}

function toGroups(part: Part): MailGroup[] {
  return part.map(({ facts }) => facts.group);
}

function countMessages(groups: readonly MailGroup[]): number {
  return groups.reduce((sum, { messages }) => sum + messages, 0);
}
