import { findTenant } from "../rules/default-signatures.ts";
import { toName, toOrganization } from "../rules/names.ts";
import type { DomainContext } from "../rules/source-mail.ts";
import type { CountedResult, Verdict } from "../rules/verdict.ts";

const NAME = '(?:"[^"]*"|[A-Za-z0-9._:-]*[A-Za-z0-9_:-])';
/** Behind a list of names, so that none of them is cut at one of its dots. */
const END = "(?=[,.;:](?:\\s|$)| instead| and SPF for | \\()";
const LIST = `${NAME}(?:, ${NAME})*(?: and (?:\\d+ more|${NAME}))?`;

/** What a verdict says, its evidence, and how many of the messages that its rule decided fail. */
type Told = Pick<Verdict, "explanation" | "nextStep" | "evidence"> & { readonly failing: number };

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
    new RegExp(`SPF says (${NAME}) for (${NAME})${END}`),
    ([, result = "", domain = ""], { told }) =>
      isPartial(told.evidence.spf) ||
      told.evidence.spf.some((one) => toName(one.domain) === domain && (toResult(one) || "nothing") === result) ||
      isOdd(result + domain),
  ],
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
    /\(permerror\), and/,
    (_, { told: { evidence } }) => isPartial(evidence.spf) || evidence.spf.some((one) => toResult(one) === "permerror"),
  ],
  [/passes DMARC for/, (_, { told }) => told.failing === 0],
  [/report says that DMARC failed|left out whether/, (_, { told }) => told.failing === told.evidence.messages],
  [
    /signature fails/,
    (_, { told }) =>
      isPartial(told.evidence.dkim) || signatures(told).some((one) => !/^(pass|temperror|error)$/.test(toResult(one))),
  ],
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
  const { explanation, nextStep, evidence } = verdict;
  const failing = verdict.findings.find(({ rule }) => rule === evidence.rule)?.failing ?? 0;
  const told = { explanation, nextStep, evidence, failing };
  return [explanation, nextStep ?? ""].flatMap((text) =>
    claims.flatMap(([pattern, isTrue]) => {
      const match = pattern.exec(text);
      return match === null || isTrue(match, { told, context }) ? [] : [match[0]];
    }),
  );
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
