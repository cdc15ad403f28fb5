import type { ServiceCategory } from "../services/categories.ts";
import type { Service } from "../services/service.ts";
import { brokenSignatures, type GroupFacts, isReportedForward, ownPasses } from "./group-facts.ts";
import type { Identity } from "./identities.ts";
import { quote, quoteAll, toPhrase } from "./quoting.ts";
import { isForwardingService } from "./source-facts.ts";

/** What sentences may say of messages: every name is ready to be printed. */
export interface Citation {
  readonly from: string;
  /** The policy domain, whose DMARC record counts. */
  readonly domain: string;
  /** The source as people call it: by service, else by name, else by address. */
  readonly source: string;
  readonly facts: GroupFacts;
  /** All groups of which the sentence is true. */
  readonly all: readonly GroupFacts[];
}

/** @param all groups that the rule decided, the largest first: its words are used, and deny nothing of the others */
export function toCitation(all: readonly [GroupFacts, ...GroupFacts[]]): Citation {
  const [facts] = all;
  return { from: quote(facts.from), domain: quote(facts.context.domain), source: nameSource(facts), facts, all };
}

/**
 * A signature names a service that may have nothing to do with the server, so it does not name the source; nor does the company that
 * rents out the server or the line, but for an addition.
 */
function nameSource({ source }: GroupFacts): string {
  const { found, hostname, sourceIp } = source;
  const host = quote(hostname ?? sourceIp);
  if (found === null || found.by === "dkim") return host;
  const service = toPhrase(found.service.name);
  return RENTED.has(found.service.category) ? `${host} (${service})` : service;
}

const RENTED: ReadonlySet<ServiceCategory> = new Set(["hosting", "isp"]);

export function citeDomains(identities: readonly Identity[]): string {
  return quoteAll(identities.map(({ domain }) => domain).sort());
}

/** "example.com (selector s1)": the first signature of the domain that fails, or else did not pass for another reason. */
export function citeBroken({ facts }: Citation): string {
  const signature = firstBroken(facts);
  const selector = signature?.selector ?? null;
  return `${quote(signature?.domain ?? facts.from)}${selector === null ? "" : ` (selector ${quote(selector)})`}`;
}

/** What the receivers said of that signature. */
export function citeBrokenResult({ facts }: Citation): string {
  return quote(firstBroken(facts)?.result ?? "none");
}

/** Where the key of that signature has to be: "at s1._domainkey.example.com". */
export function citeKeyPlace({ facts }: Citation): string {
  const signature = firstBroken(facts);
  const domain = signature?.domain ?? facts.from;
  return signature?.selector
    ? `at ${quote(`${signature.selector}._domainkey.${domain}`)}`
    : `below ${quote(`_domainkey.${domain}`)}`;
}

function firstBroken(facts: GroupFacts): Identity | undefined {
  const broken = sortIdentities(brokenSignatures(facts));
  return broken.find(({ result }) => result === "fail") ?? broken[0];
}

/** Whether DKIM or SPF passed for the domain's organization, and for which domain. */
export function citeOwnPass({ facts }: Citation): string {
  const signature = sortIdentities(facts.dkim.own).find(({ result }) => result === "pass");
  const passed = signature ?? sortIdentities(ownPasses(facts))[0];
  return `${signature === undefined ? "SPF" : "DKIM"} passes for ${quote(passed?.domain ?? facts.from)}`;
}

/** The envelope sender's SPF result: "fail for example.com". */
export function citeSpf({ all }: Citation): string {
  const checked =
    all.map(({ spf }) => sortIdentities([...spf.own, ...spf.foreign])).find(({ length }) => length > 0) ?? [];
  const first = checked.find(({ domain }) => domain !== "") ?? checked[0];
  if (first === undefined) return "SPF was not checked";
  return `SPF says ${quote(first.result || "nothing")} for ${first.domain === "" ? "an envelope sender without domain" : quote(first.domain)}`;
}

/** The identities of others that passed: "DKIM passes for a.example and SPF for b.example"; `""`: none. */
export function citeForeign({ facts: { foreignDkim, foreignSpf } }: Citation): string {
  const dkim = citeDomains(foreignDkim);
  const spf = citeDomains(foreignSpf);
  if (dkim === spf) return dkim === "" ? "" : `DKIM and SPF pass for ${dkim}`;
  if (dkim === "" || spf === "") return dkim === "" ? `SPF passes for ${spf}` : `DKIM passes for ${dkim}`;
  return `DKIM passes for ${dkim} and SPF for ${spf}`;
}

/** "DKIM passes for a.example", of some that passed; SPF where none of them is a signature. */
export function citeIdentities({ facts }: Citation, passed: readonly Identity[]): string {
  const signed = passed.filter((identity) => facts.dkim.own.includes(identity));
  return signed.length > 0 ? `DKIM passes for ${citeDomains(signed)}` : `SPF passes for ${citeDomains(passed)}`;
}

/** "no DKIM signature of example.com", and what takes its place where one of the groups has such a signature. */
export function citeNoSignature({ from, all }: Citation): string {
  const own = all.flatMap(({ dkim }) => dkim.own);
  const passing = own.filter(({ result }) => result === "pass");
  if (passing.length > 0)
    return `no DKIM signature of ${from} that counts, although DKIM passes for ${citeDomains(passing)}`;
  return `no DKIM signature of ${from}${own.length > 0 ? " that passes" : ""}`;
}

/** What is there in place of a signature of the domain, as the rest of a sentence that says that there is none. */
export function citeInstead(citation: Citation): string {
  const foreign = citeForeign(citation);
  return foreign === "" ? `, and ${citeSpf(citation)}` : `; ${foreign} instead`;
}

/** "does not align", or "do not align" of several. */
export function denyAlignment(identities: readonly Identity[]): string {
  return new Set(identities.map(({ domain }) => domain)).size > 1 ? "do not align" : "does not align";
}

/**
 * The service to be set up: the source's if it signed or lent its envelope, else the first one that did, else the source's. One that
 * forwards is none if another signed: that one wrote the mail.
 */
function findService({ source, foreignDkim, foreignSpf }: GroupFacts): Service | null {
  const found = source.found?.service ?? null;
  const services = sortIdentities([...foreignDkim, ...foreignSpf]).flatMap(({ service }) => service ?? []);
  const authors = services.filter((service) => !isForwardingService(service));
  if (source.forwards && authors[0] !== undefined) return authors[0];
  return (
    services.find(({ name }) => name === found?.name) ??
    (source.found?.by === "dkim" ? null : found) ??
    services[0] ??
    null
  );
}

/** "Set up DKIM for example.com at SendGrid: …", or how to go without the service where it cannot sign for customers. */
export function adviseService(citation: Citation): string {
  const service = findService(citation.facts);
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

function sortIdentities(identities: readonly Identity[]): Identity[] {
  const toKey = ({ domain, selector, result }: Identity) => `${domain} ${selector ?? ""} ${result}`;
  return [...identities].sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}

/** "Pobox passed on": only a guess where neither the receiver nor the source's service or name says so. */
export function citePassing({ source, facts }: Citation): string {
  return `${source} ${facts.source.forwards || isReportedForward(facts) ? "passed on" : "probably passed on"}`;
}
