import { findTenant } from "../rules/default-signatures.ts";
import { toName, toOrganization } from "../rules/names.ts";
import type { DomainContext } from "../rules/source-mail.ts";
import type { CountedResult, Finding } from "../rules/verdict.ts";

const NAME = '(?:"[^"]*"|[A-Za-z0-9._:-]*[A-Za-z0-9_:-])';
/** Behind a list of names, so that none of them is cut at one of its dots. */
const END = "(?=[,.;:](?:\\s|$)| instead| and SPF for | \\()";
const LIST = `${NAME}(?:, ${NAME})*(?: and (?:\\d+ more|${NAME}))?`;

interface Seen {
  readonly finding: Finding;
  readonly context: DomainContext;
}

/** What a sentence may say, and whether the evidence beside it bears it out. */
type Claim = readonly [pattern: RegExp, isTrue: (match: RegExpExecArray, seen: Seen) => boolean];

const claims: readonly Claim[] = [
  [new RegExp(`no DKIM signature of (${NAME})( that passes| that counts)?`), holdsNoSignature],
  [
    new RegExp(`DKIM passe?s? for (${LIST})${END}`),
    ([, list], { finding }) => names(list, passes(finding.evidence.dkim)),
  ],
  [
    new RegExp(`SPF pass(?:es)? for (${LIST})${END}`),
    ([, list], { finding }) => names(list, passes(finding.evidence.spf)),
  ],
  [
    new RegExp(`DKIM and SPF pass for (${LIST})${END}`),
    ([, list], { finding }) => names(list, passes(finding.evidence.dkim)) && names(list, passes(finding.evidence.spf)),
  ],
  [
    new RegExp(`SPF says (${NAME}) for (${NAME})${END}`),
    ([, result = "", domain = ""], { finding }) =>
      isPartial(finding.evidence.spf) ||
      finding.evidence.spf.some((one) => toName(one.domain) === domain && (toResult(one) || "nothing") === result) ||
      isOdd(result + domain),
  ],
  [/SPF was not checked/, (_, { finding }) => finding.evidence.messages === 0 || finding.evidence.spf.length === 0],
  [/not signed/, (_, { finding }) => signatures(finding).length === 0],
  [
    /temperror/,
    (_, { finding: { evidence } }) =>
      isPartial(evidence.dkim) ||
      isPartial(evidence.spf) ||
      [...evidence.dkim, ...evidence.spf].some((one) => /^(temp)?error$/.test(toResult(one))),
  ],
  [
    /\(permerror\), and/,
    (_, { finding: { evidence } }) =>
      isPartial(evidence.spf) || evidence.spf.some((one) => toResult(one) === "permerror"),
  ],
  [/passes DMARC for/, (_, { finding }) => finding.failing === 0],
  [/report says that DMARC failed|left out whether/, (_, { finding }) => finding.failing === finding.messages],
  [
    /signature fails/,
    (_, { finding }) =>
      isPartial(finding.evidence.dkim) ||
      signatures(finding).some((one) => !/^(pass|temperror|error)$/.test(toResult(one))),
  ],
  [/DKIM signature still passes/, (_, { finding }) => !isBroken(finding)],
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
  [new RegExp(`SPF record of (${LIST})${END}`), ([, list], { finding }) => names(list, finding.evidence.spf)],
];

/** What the explanation and the next step of a finding say and its evidence denies. Lists that were cut, and names in quotation marks, are believed. */
export function listFalseClaims(finding: Finding, context: DomainContext): string[] {
  return [finding.explanation, finding.nextStep ?? ""].flatMap((text) =>
    claims.flatMap(([pattern, isTrue]) => {
      const match = pattern.exec(text);
      return match === null || isTrue(match, { finding, context }) ? [] : [match[0]];
    }),
  );
}

function holdsNoSignature([, from = "", suffix]: RegExpExecArray, { finding }: Seen): boolean {
  const { dkim, headerFrom } = finding.evidence;
  if (listOrganizations(headerFrom).size > 1 || isOdd([from, ...headerFrom].join())) return true;
  if (toOrganization(from) === null) return true;
  const own = signatures(finding).filter(({ domain }) => toOrganization(toName(domain) ?? "") === toOrganization(from));
  const passing = own.filter((one) => toResult(one) === "pass");
  if (suffix === undefined) return own.length === 0;
  if (suffix === " that counts") return passing.length > 0 || isPartial(dkim);
  return passing.length === 0 && (own.length > 0 || isPartial(dkim));
}

function holdsBroken(match: RegExpExecArray, { finding }: Seen): boolean {
  const [domain = "", selector] = match.slice(1).filter((text) => text !== undefined);
  if (isPartial(finding.evidence.dkim) || isOdd(domain + (selector ?? ""))) return true;
  return finding.evidence.dkim.some(
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
function isBroken(finding: Finding): boolean {
  const organizations = listOrganizations(finding.evidence.headerFrom);
  if (organizations.size > 1) return false;
  const own = signatures(finding).filter(({ domain }) => organizations.has(toOrganization(toName(domain) ?? "")));
  return own.length > 0 && passes(own).length === 0 && !isPartial(finding.evidence.dkim);
}

/** Those of Microsoft's tenants say in their selector whose they are, whatever domain the reporter wrote. */
function signatures({ evidence }: Finding): CountedResult[] {
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
