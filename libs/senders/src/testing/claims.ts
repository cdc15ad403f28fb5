import { findTenant } from "../rules/default-signatures.ts";
import { toName, toOrganization } from "../rules/names.ts";
import type { DomainContext } from "../rules/source-mail.ts";
import type { CountedResult, Verdict } from "../rules/verdict.ts";
import { sampleServiceMap } from "./sample-services.ts";

const NAME = '(?:"[^"]*"|[A-Za-z0-9._:-]*[A-Za-z0-9_:-])';
/** Behind a list of names, so that none of them is cut at one of its dots. */
const END = "(?=[,.;:](?:\\s|$)| instead| and SPF for | \\()";
const LIST = `${NAME}(?:, ${NAME})*(?: and (?:\\d+ more|${NAME}))?`;

/** What a verdict says, its evidence, and how many of the messages that its rule decided fail. */
type Told = Pick<Verdict, "service" | "explanation" | "nextStep" | "evidence"> & { readonly failing: number };

interface Seen {
  readonly told: Told;
  readonly context: DomainContext;
}

/** What a sentence may say, and whether the evidence beside it bears it out. */
type Claim = readonly [pattern: RegExp, isTrue: (match: RegExpExecArray, seen: Seen) => boolean];

const claims: readonly Claim[] = [
  [new RegExp(`no DKIM signature of (${NAME})( that passes| that counts)?`), holdsNoSignature],
  [new RegExp(`DKIM passe?s? for (${LIST})${END}`), ([, list], { told }) => names(list, passes(told.evidence.dkim))],
  [new RegExp(`SPF pass(?:es)? for (${LIST})${END}`), ([, list], { told }) => names(list, passes(told.evidence.spf))],
  [
    new RegExp(`DKIM and SPF pass for (${LIST})${END}`),
    ([, list], { told }) => names(list, passes(told.evidence.dkim)) && names(list, passes(told.evidence.spf)),
  ],
  [
    new RegExp(
      `SPF says (${NAME})( \\(the receiver's own rules\\))? for (?:(${NAME})(, which is not a (?:full )?domain name)?${END}|an envelope sender without domain)`,
    ),
    holdsSpf,
  ],
  // Beside the name of a service, nothing is said to be unknown of whose mail it is.
  [/\bwhose\b|sender is not known/, (_, { told }) => told.service === null],
  [new RegExp(`Set up DKIM for ${NAME} at (.+?): `), holdsService],
  [/(?:^|forwarded\. )([^.]+) cannot sign for .*: send this mail/, holdsService],
  [/SPF was not checked/, (_, { told }) => told.evidence.messages === 0 || told.evidence.spf.length === 0],
  [/not signed/, (_, { told }) => signatures(told).length === 0],
  [
    /temperror/,
    (_, { told: { evidence } }) =>
      isPartial(evidence.dkim) ||
      isPartial(evidence.spf) ||
      [...evidence.dkim, ...evidence.spf].some((one) => /^(temp)?error$/.test(toResult(one))),
  ],
  [
    /cannot use the SPF record of .* \(permerror\)/,
    (_, { told: { evidence } }) => isPartial(evidence.spf) || evidence.spf.some((one) => toResult(one) === "permerror"),
  ],
  [/passes DMARC for/, (_, { told }) => told.failing === 0],
  [/report says that DMARC failed|left out whether/, (_, { told }) => told.failing === told.evidence.messages],
  [/signature fails|changed it/, (_, { told }) => hasResult(told, /^(fail|softfail|hardfail)$/)],
  [/key is missing/, (_, { told }) => hasResult(told, /^(permerror|neutral|invalid)$/)],
  [/cannot check the signature \((\w+)\)/, ([, result], { told }) => hasResult(told, new RegExp(`^${result}$`))],
  [/rules do not accept the signature \((\w+)\)/, (_, { told }) => hasResult(told, /^policy$/)],
  [
    new RegExp(`signature does not pass \\((${NAME})\\)`),
    ([, result = ""], { told }) => isOdd(result) || signatures(told).some((one) => toResult(one) === result),
  ],
  [/no result for the signature/, (_, { told }) => hasResult(told, /^$/)],
  [/DKIM signature still passes/, (_, { told }) => !isBroken(told)],
  [
    new RegExp(
      `signed for (${NAME})(?: \\(selector (${NAME})\\))?, but|signed for (${NAME})(?: \\(selector (${NAME})\\))? and changed`,
    ),
    holdsBroken,
  ],
  [
    /no signature of that domain passes elsewhere/,
    ({ input }, { context }) => !context.passingDomains.has(new RegExp(`signed for (${NAME})`).exec(input)?.[1] ?? ""),
  ],
  [new RegExp(`SPF record of (${LIST})${END}`), ([, list], { told }) => names(list, told.evidence.spf)],
];

/** What explanation and next step of a verdict say and its evidence denies. Lists that were cut, and names in quotation marks, are believed. */
export function listFalseClaims(verdict: Verdict, context: DomainContext): string[] {
  const { service, explanation, nextStep, evidence } = verdict;
  const failing = verdict.findings.find(({ rule }) => rule === evidence.rule)?.failing ?? 0;
  const told = { service, explanation, nextStep, evidence, failing };
  return [explanation, nextStep ?? ""].flatMap((text) =>
    claims.flatMap(([pattern, isTrue]) => {
      const match = pattern.exec(text);
      return match === null || isTrue(match, { told, context }) ? [] : [match[0]];
    }),
  );
}

function holdsSpf([, result = "", rules, domain, denial]: RegExpExecArray, { told }: Seen): boolean {
  const { spf } = told.evidence;
  if (isPartial(spf) || isOdd(result + (domain ?? ""))) return true;
  if ((result === "policy") !== (rules !== undefined)) return false;
  return spf.some((one) => {
    if ((toResult(one) || "nothing") !== result) return false;
    const name = toName(one.domain);
    if (domain === undefined) return one.domain.trim() === "";
    const isFull = name?.includes(".") === true;
    if (denial === undefined) return isFull && name === domain;
    return !isFull && one.domain.trim() === domain && denial.includes("full") === (name !== null);
  });
}

/** What is to be set up is a service that the sentence blames; of a sentence that blames none, the source's, or one of the evidence. */
function holdsService([, service = ""]: RegExpExecArray, { told }: Seen): boolean {
  const { explanation, evidence } = told;
  if (/DKIM is signed by|signs with/.test(explanation)) return isServiceOf(service, evidence.dkim);
  if (/^SPF passes for/.test(explanation)) return isServiceOf(service, evidence.spf);
  return told.service?.name === service || isServiceOf(service, [...evidence.dkim, ...evidence.spf]);
}

function isServiceOf(service: string, results: readonly CountedResult[]): boolean {
  if (isPartial(results)) return true;
  const domains = passes(results).flatMap(({ domain, selector = "" }) => [toName(domain), findTenant(selector)]);
  return domains.some((domain) => domain && sampleServiceMap.findServiceOfDomain(domain)?.name === service);
}

/** Some signature has a result like this. */
function hasResult(told: Told, pattern: RegExp): boolean {
  return isPartial(told.evidence.dkim) || signatures(told).some((one) => pattern.test(toResult(one)));
}

function holdsNoSignature([, from = "", suffix]: RegExpExecArray, { told }: Seen): boolean {
  const { dkim, headerFrom } = told.evidence;
  if (listOrganizations(headerFrom).size > 1 || isOdd([from, ...headerFrom].join())) return true;
  if (toOrganization(from) === null) return true;
  const own = signatures(told).filter(({ domain }) => toOrganization(toName(domain) ?? "") === toOrganization(from));
  const passing = own.filter((one) => toResult(one) === "pass");
  if (suffix === undefined) return own.length === 0;
  if (suffix === " that counts") return passing.length > 0 || isPartial(dkim);
  return passing.length === 0 && (own.length > 0 || isPartial(dkim));
}

function holdsBroken(match: RegExpExecArray, { told }: Seen): boolean {
  const [domain = "", selector] = match.slice(1).filter((text) => text !== undefined);
  if (isPartial(told.evidence.dkim) || isOdd(domain + (selector ?? ""))) return true;
  return told.evidence.dkim.some(
    (one) =>
      toName(one.domain) === domain &&
      (one.selector?.trim() === selector || isOdd(one.selector ?? "")) &&
      toResult(one) !== "pass",
  );
}

function listOrganizations(headerFrom: readonly string[]): ReadonlySet<string | null> {
  return new Set(headerFrom.map((name) => toOrganization(toName(name) ?? "")));
}

/** Own signatures are seen, and none of them passes. */
function isBroken(told: Told): boolean {
  const organizations = listOrganizations(told.evidence.headerFrom);
  if (organizations.size > 1) return false;
  const own = signatures(told).filter(({ domain }) => organizations.has(toOrganization(toName(domain) ?? "")));
  return own.length > 0 && passes(own).length === 0 && !isPartial(told.evidence.dkim);
}

/** Those of Microsoft's tenants say in their selector whose they are, whatever domain the reporter wrote. */
function signatures({ evidence }: Told): CountedResult[] {
  return evidence.dkim.filter(
    (one) => one.domain.trim() !== "" && toResult(one) !== "none" && findTenant(one.selector ?? "") === null,
  );
}

function passes(results: readonly CountedResult[]): CountedResult[] {
  const passed = results.filter((one) => toResult(one) === "pass");
  return isPartial(results) ? [...passed, { domain: "*", result: "pass", messages: 0 }] : passed;
}

/** Each name of a list is the domain of a result, or the tenant of its selector. */
function names(list = "", results: readonly CountedResult[]): boolean {
  if (results.some(({ domain }) => domain === "*") || isPartial(results) || isOdd(list)) return true;
  const known = new Set(results.flatMap(({ domain, selector = "" }) => [toName(domain), findTenant(selector)]));
  return list.split(/, | and /).every((name) => /^\d+ more$/.test(name) || known.has(name));
}

const toResult = ({ result }: CountedResult) => result.trim().toLowerCase();

/** The evidence has its largest five only, or text that cannot be shown as it is. */
const isPartial = (results: readonly CountedResult[]) =>
  results.length >= 5 || results.some(({ domain, result }) => isOdd(domain + result));

/** Quoted, and so perhaps cut or rewritten; or an A-label of text that is not. */
const isOdd = (text: string) => /["?]|\.\.\.|^xn--/.test(text);
