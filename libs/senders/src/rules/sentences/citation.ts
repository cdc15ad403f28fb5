import type { ServiceCategory } from "../../services/categories.ts";
import { type GroupFacts, isFailure, isRefused, isReportedForward, ownPasses } from "../group-facts.ts";
import type { Identity } from "../identities.ts";
import { toName } from "../names.ts";
import { quote, quoteAll, toPhrase } from "./quoting.ts";

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

/** Whether DKIM or SPF passed for the domain's organization, and for which domain. */
export function citeOwnPass({ facts }: Citation): string {
  const signature = sortIdentities(facts.dkim.own).find(({ result }) => result === "pass");
  const passed = signature ?? sortIdentities(ownPasses(facts))[0];
  return `${signature === undefined ? "SPF" : "DKIM"} passes for ${quote(passed?.domain ?? facts.from)}`;
}

/** The envelope sender's SPF result: "SPF says fail for example.com"; of several one that refuses the source. */
export function citeSpf({ all }: Citation): string {
  const checked =
    all.map(({ spf }) => sortIdentities([...spf.own, ...spf.foreign])).find(({ length }) => length > 0) ?? [];
  const usable = checked.filter(({ domain }) => domain !== "");
  const first = usable.find(isFailure) ?? usable[0] ?? checked.find(({ given }) => given !== "") ?? checked[0];
  return first === undefined ? "SPF was not checked" : citeSpfResult(first);
}

/** The domain's own SPF record that refuses the source, by its result. */
export function citeOwnSpf(citation: Citation): string {
  const [first] = sortIdentities(citation.facts.spf.own.filter(isFailure));
  return first === undefined ? citeSpf(citation) : citeSpfResult(first);
}

function citeSpfResult(identity: Identity): string {
  const { result } = identity;
  const said = isRefused(identity) ? `${result} (the receiver's own rules)` : quote(result || "nothing");
  return `SPF says ${said} for ${citeEnvelope(identity)}`;
}

/** The domain of an envelope sender, as it is given where it is none. */
function citeEnvelope({ domain, given }: Identity): string {
  if (domain !== "") return quote(domain);
  if (given === "") return "an envelope sender without domain";
  return `${quote(given)}, which is ${toName(given) === null ? "not a domain name" : "not a full domain name"}`;
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

export function sortIdentities(identities: readonly Identity[]): Identity[] {
  const toKey = ({ domain, given, selector, result }: Identity) => `${domain} ${given} ${selector ?? ""} ${result}`;
  return [...identities].sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}

/** "Pobox passed on": only a guess where neither the receiver nor the source's service or name says so. */
export function citePassing({ source, facts }: Citation): string {
  return `${source} ${facts.source.forwards || isReportedForward(facts) ? "passed on" : "probably passed on"}`;
}
