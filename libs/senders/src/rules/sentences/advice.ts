import type { Service } from "../../services/service.ts";
import type { GroupFacts } from "../group-facts.ts";
import type { Identity } from "../identities.ts";
import { isForwardingService } from "../source-facts.ts";
import { type Citation, sortIdentities } from "./citation.ts";
import { toPhrase } from "./quoting.ts";

/**
 * The service to be set up: one that signed or lent its envelope. Of several the source's; else one that has the mail sent by another. A
 * source that forwards did not write the mail if another service signed it.
 *
 * @param blamed identities that the sentence before names; without them, mail without a signature is set up where it comes from
 */
function findService({ source, foreignDkim, foreignSpf }: GroupFacts, blamed?: readonly Identity[]): Service | null {
  const { found, forwards } = source;
  const named = sortIdentities(blamed ?? [...foreignDkim, ...foreignSpf]).flatMap(({ service }) => service ?? []);
  const authors = named.filter((service) => !isForwardingService(service));
  const isPassedOn = forwards && authors.length > 0;
  const services = isPassedOn ? authors : named;
  const isSource = blamed === undefined && !isPassedOn && found !== null && found.by !== "dkim";
  return (
    services.find(({ name }) => name === found?.service.name) ??
    (isSource ? found.service : null) ??
    services.find(({ category }) => category !== "email_delivery") ??
    services[0] ??
    null
  );
}

/**
 * "Set up DKIM for example.com at SendGrid: …", or how to go without the service where it cannot sign for customers.
 *
 * @param blamed as {@link findService} has it
 */
export function adviseService(citation: Citation, blamed?: readonly Identity[]): string {
  const service = findService(citation.facts, blamed);
  if (service === null) return `Set up DKIM at ${citation.source} so that it signs with d=${citation.from}.`;
  const name = toPhrase(service.name);
  return service.advice === null
    ? `${name} cannot sign for ${citation.from}: send this mail through a service that can.`
    : `Set up DKIM for ${citation.from} at ${name}: ${toClause(toPhrase(service.advice))}.`;
}

/** A sentence as it follows a colon; abbreviations and names in capitals stay. */
function toClause(sentence: string): string {
  return /^[A-Z][a-z]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}
