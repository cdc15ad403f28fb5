import fc from "fast-check";
import { expect, test } from "vitest";
import { domainContext, sourceMail } from "../../testing/arbitrary-mail.ts";
import { listFalseClaims } from "../../testing/claims.ts";
import { sampleServiceMap } from "../../testing/sample-services.ts";
import { classifySource } from "../classify-source.ts";
import type { MailGroup } from "../source-mail.ts";

test("no sentence and no next step says what the evidence beside it denies, whatever the reports say", () => {
  fc.assert(
    fc.property(sourceMail, domainContext, (mail, known) => {
      const verdict = classifySource(mail, known, sampleServiceMap);
      expect(listFalseClaims(verdict, known), JSON.stringify([verdict, mail.groups])).toEqual([]);
    }),
    { seed: 20_261, numRuns: 20_000 },
  );
});

const atOwnServer = { hostname: "mail.example.com", passingDomains: ["example.com"] };
const atForwarder = { hostname: "lists.example.org", passingDomains: ["example.com"] };
const atStranger = { hostname: null, passingDomains: [] };

/** The verdict on mail whose only signature, or only envelope sender, of the domain has this result. */
function judge({ hostname, passingDomains }: typeof atOwnServer | typeof atStranger, results: Partial<MailGroup>) {
  const group = { messages: 9, headerFrom: "example.com", disposition: "none", dkim: [], spf: [], reasons: [] };
  const failing = { ...group, dmarcPass: false, dkimAligned: false, spfAligned: false, ...results };
  const mail = { sourceIp: "192.0.2.7", hostname, asn: null, groups: [failing] };
  const context = { domain: "example.com", overrides: [], passingServices: new Set<string>() };
  return classifySource(mail, { ...context, passingDomains: new Set(passingDomains) }, sampleServiceMap);
}

const signed = (result: string) => ({ dkim: [{ domain: "example.com", selector: "s", result }] });
const unchecked = (result: string) => `but receivers cannot check the signature (${result})`;
const refused = "but the receivers' own rules do not accept the signature (policy)";

test.for([
  ["fail", "dkim_signature_broken", "but the signature fails"],
  ["permerror", "dkim_key_missing", unchecked("permerror")],
  ["neutral", "dkim_key_missing", unchecked("neutral")],
  ["policy", "dkim_refused_by_policy", refused],
  ["temperror", "temporary_errors", "could not look up what they needed"],
  ["none", "unsigned_and_spf_unaligned", "has no DKIM signature of example.com"],
  ["discard", "dkim_signature_broken", "but the signature does not pass (discard)"],
  ["", "dkim_signature_broken", "but the report has no result for the signature"],
] as const)("the DKIM result %j at an own server is %s: %s", ([result, cause, words]) => {
  const verdict = judge(atOwnServer, signed(result));
  expect(verdict).toMatchObject({ cause, explanation: expect.stringContaining(words) });
});

test.for([
  ["fail", "forwarded_dkim_broken", "and changed it, so the signature fails"],
  ["permerror", "forwarded_dkim_broken", unchecked("permerror")],
  ["neutral", "forwarded_dkim_broken", unchecked("neutral")],
  ["policy", "dkim_refused_by_policy", refused],
] as const)("the DKIM result %s at a forwarder is %s: %s", ([result, cause, words]) => {
  const { explanation, ...verdict } = judge(atForwarder, signed(result));
  expect([verdict.cause, explanation]).toEqual([cause, expect.stringContaining(words)]);
  expect(explanation.includes("changed it")).toBe(result === "fail");
});

test.for([
  ["fail", "dkim_never_passes", "but the signature fails"],
  ["permerror", "dkim_never_passes", unchecked("permerror")],
  ["neutral", "dkim_never_passes", unchecked("neutral")],
  ["policy", "dkim_refused_by_policy", refused],
] as const)("the DKIM result %s of a stranger is %s: %s", ([result, cause, words]) => {
  const verdict = judge(atStranger, signed(result));
  expect(verdict).toMatchObject({ cause, explanation: expect.stringContaining(words) });
});

test.for([
  ["fail", "spf_missing_include", "SPF says fail for example.com: the record does not list"],
  ["softfail", "spf_missing_include", "SPF says softfail for example.com: the record does not list"],
  ["hardfail", "spf_missing_include", "SPF says hardfail for example.com: the record does not list"],
  ["permerror", "spf_permerror", "cannot use the SPF record of example.com (permerror)"],
  ["temperror", "temporary_errors", "(temperror)"],
  ["none", "unsigned_and_spf_unaligned", "SPF says none for example.com"],
  ["neutral", "unsigned_and_spf_unaligned", "SPF says neutral for example.com"],
  ["policy", "unsigned_and_spf_unaligned", "SPF says policy (the receiver's own rules) for example.com"],
] as const)("the SPF result %s at an own server is %s: %s", ([result, cause, words]) => {
  const verdict = judge(atOwnServer, { spf: [{ domain: "example.com", result }] });
  expect(verdict).toMatchObject({ cause, explanation: expect.stringContaining(words) });
});

test("of several envelope senders the one is named whose SPF record lacks the source", () => {
  const results = [
    { domain: "a.example.com", result: "none" },
    { domain: "example.com", result: "fail" },
  ];
  const { explanation, nextStep } = judge(atOwnServer, { spf: results });
  expect(explanation).toMatch(/^SPF says fail for example\.com: /);
  expect(nextStep).toMatch(/to the SPF record of example\.com\.$/);
});

test.for([
  ["NULL", "for NULL, which is not a full domain name"],
  ["no domain", 'for "no domain", which is not a domain name'],
  [" ", "for an envelope sender without domain"],
] as const)("the envelope sender %j is called what it is", ([domain, words]) => {
  expect(judge(atStranger, { spf: [{ domain, result: "none" }] }).explanation).toContain(words);
});

test("class, cause, sentence and evidence of a verdict are those of one finding", () => {
  fc.assert(
    fc.property(sourceMail, domainContext, (mail, known) => {
      const verdict = classifySource(mail, known, sampleServiceMap);
      const { class: name, cause, explanation, nextStep, evidence } = verdict;
      if (verdict.findings.length === 0) return;
      expect(verdict.findings).toContainEqual(
        expect.objectContaining({ class: name, cause, explanation, nextStep, rule: evidence.rule }),
      );
    }),
    { seed: 20_262, numRuns: 2_000 },
  );
});

test("no report is said to deny a pass whose evaluation it leaves out", () => {
  fc.assert(
    fc.property(sourceMail, domainContext, (mail, known) => {
      for (const group of mail.groups) {
        const silent = { ...group, messages: 1, dmarcPass: false, leftOut: ["dkim", "spf"] as const };
        const { explanation } = classifySource({ ...mail, groups: [silent] }, known, sampleServiceMap);
        expect(explanation).not.toContain("the report says that DMARC failed");
      }
    }),
    { seed: 20_263, numRuns: 2_000 },
  );
});
