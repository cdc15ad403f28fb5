import type { ServiceMap } from "../services/service-map.ts";
import { toCitation } from "./citation.ts";
import { collectEvidence } from "./evidence.ts";
import { toGroupFacts } from "./group-facts.ts";
import { findDecisive, listAlso, listByRule, type Part, sumByClass } from "./judged-group.ts";
import type { Rule } from "./rule.ts";
import { findRule, lastRule, rules } from "./rules.ts";
import { sentences } from "./sentences.ts";
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
  const parts = listByRule(judged).map(toFinding);
  const decisive = findDecisive(parts) ?? toFinding([{ facts: toFacts(noMail), rule: lastRule }]);
  const messages = sumByClass(judged);
  const { failing, ...decision } = decisive;
  return {
    service: toServiceName(source),
    ...decision,
    also: listAlso(messages, decisive.class),
    messages,
    findings: parts,
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
function toFinding([first, ...others]: Part): Finding {
  const { cause, name } = first.rule;
  const citation = toCitation(first.facts);
  const groups = [first, ...others].map(({ facts }) => facts.group);
  return {
    class: first.rule.class,
    cause,
    explanation: sentences[cause].explain(citation),
    nextStep: sentences[cause].advise(citation),
    evidence: collectEvidence(name, groups),
    failing: groups.reduce((sum, { dmarcPass, messages }) => sum + (dmarcPass ? 0 : messages), 0),
  };
}
