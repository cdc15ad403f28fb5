import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { domainContext, sourceMail } from "../testing/arbitrary-mail.ts";
import { sampleServiceMap } from "../testing/sample-services.ts";
import { causes } from "./cause.ts";
import { classifySource } from "./classify-source.ts";
import { sourceClasses } from "./source-class.ts";
import type { MailGroup, SourceMail } from "./source-mail.ts";

/** Sentences are mailed to people; longer ones would be an attacker's. */
const SENTENCE_CHARS_MAX = 1000;
const PRINTABLE = /^[ -~]*$/;

const unchanging = { seed: 20_260, numRuns: 2000 };
const context = {
  domain: "example.com",
  passingServices: new Set<string>(),
  passingDomains: new Set(["example.com"]),
  overrides: [],
};

describe("whatever the reports say", () => {
  test("the messages of all classes, and of all findings, are those of the source", () => {
    fc.assert(
      fc.property(sourceMail, domainContext, (mail, known) => {
        const { messages, findings, groupClasses, also, ...verdict } = classifySource(mail, known, sampleServiceMap);
        const total = mail.groups.reduce((sum, group) => sum + group.messages, 0);
        expect(sourceClasses.reduce((sum, name) => sum + messages[name], 0)).toBe(total);
        expect(findings.reduce((sum, finding) => sum + finding.messages, 0)).toBe(total);
        expect(groupClasses.length).toBe(mail.groups.length);
        expect(also).not.toContain(verdict.class);
      }),
      unchanging,
    );
  });

  test("the order of groups and of results changes nothing", () => {
    fc.assert(
      fc.property(sourceMail, domainContext, fc.boolean(), (mail, known, alsoResults) => {
        const reversed = {
          ...mail,
          groups: mail.groups.map((group) => (alsoResults ? reverse(group) : group)).toReversed(),
        };
        const { groupClasses, ...one } = classifySource(mail, known, sampleServiceMap);
        const { groupClasses: others, ...other } = classifySource(reversed, known, sampleServiceMap);
        expect(other).toEqual(one);
        expect(others).toEqual(groupClasses.toReversed());
      }),
      unchanging,
    );
  });

  test("sentences are bounded, of printable ASCII and without markup, and codes are of the closed lists", () => {
    fc.assert(
      fc.property(sourceMail, domainContext, (mail, known) => {
        const verdict = classifySource(mail, known, sampleServiceMap);
        expect(causes).toContain(verdict.cause);
        expect(sourceClasses).toContain(verdict.class);
        for (const sentence of [verdict.explanation, verdict.nextStep ?? ""]) {
          expect(sentence.length).toBeLessThanOrEqual(SENTENCE_CHARS_MAX);
          expect(sentence).toMatch(PRINTABLE);
          expect(sentence).not.toMatch(/[<`]/);
        }
      }),
      unchanging,
    );
  });

  test("evidence is bounded and printable", () => {
    fc.assert(
      fc.property(sourceMail, domainContext, (mail, known) => {
        const { evidence } = classifySource(mail, known, sampleServiceMap);
        for (const list of [evidence.dkim, evidence.spf, evidence.headerFrom, evidence.reasons])
          expect(list.length).toBeLessThanOrEqual(5);
        const texts = [...evidence.headerFrom, ...evidence.reasons, ...evidence.dkim.map(({ domain }) => domain)];
        for (const text of texts) expect(text).toMatch(/^[ -~]{0,253}$/);
      }),
      unchanging,
    );
  });

  test("mail that passes DMARC is compliant or forwarded", () => {
    fc.assert(
      fc.property(sourceMail, domainContext, (mail, known) => {
        const passing = { ...mail, groups: mail.groups.map((group) => ({ ...group, dmarcPass: true, messages: 1 })) };
        const { groupClasses } = classifySource(passing, known, sampleServiceMap);
        for (const name of groupClasses) expect(["compliant", "forwarded"]).toContain(name);
      }),
      unchanging,
    );
  });
});

test("a group of thousands of signatures is read to its hundredth", () => {
  const dkim = Array.from({ length: 50_000 }, (_, index) => ({ domain: `d${index}.example.net`, result: "pass" }));
  const { explanation, evidence } = classifySource(toMail([{ ...failing, dkim }]), context, sampleServiceMap);
  expect(explanation).toContain("and 97 more");
  expect(evidence.dkim.length).toBe(5);
});

test("the class of the most failing messages decides, and a class with 5 % is named beside it", () => {
  const mail = toMail([
    { ...failing, messages: 15, spf: [{ domain: "example.com", result: "fail" }] },
    { ...failing, messages: 5, reasons: ["forwarded"] },
    { ...failing, messages: 80, dmarcPass: true },
    { ...failing, messages: 4, dkim: [{ domain: "example.com", result: "temperror" }] },
  ]);
  const verdict = classifySource(mail, context, sampleServiceMap);
  expect(verdict.class).toBe("spoofed");
  expect(verdict.also).toEqual(["compliant"]);
  expect(verdict.messages).toEqual({ compliant: 80, misconfigured: 0, forwarded: 5, unknown: 4, spoofed: 15 });
  expect(verdict.findings.map(({ rule, failing: count }) => [rule, count])).toEqual([
    ["passes_anyhow", 0],
    ["receiver_saw_a_forward_of_unsigned_mail", 5],
    ["only_temporary_errors", 4],
    ["nothing_vouches_for_it", 15],
  ]);
});

test("evidence counts the messages of each result, with its selector", () => {
  const s1 = { domain: "sendgrid.net", selector: "s1", result: "pass" };
  const s2 = { domain: "sendgrid.net", selector: "s2", result: "pass" };
  const mail = toMail([
    { ...failing, messages: 3, dkim: [s1, s1] },
    { ...failing, messages: 4, dkim: [s1, s2] },
  ]);
  expect(classifySource(mail, context, sampleServiceMap).evidence.dkim).toEqual([
    { ...s1, messages: 7 },
    { ...s2, messages: 4 },
  ]);
});

const failing: MailGroup = {
  messages: 10,
  headerFrom: "example.com",
  dmarcPass: false,
  dkimAligned: false,
  spfAligned: false,
  disposition: "none",
  dkim: [],
  spf: [],
  reasons: [],
};

function toMail(groups: readonly MailGroup[]): SourceMail {
  return { sourceIp: "192.0.2.7", hostname: null, asn: null, groups };
}

function reverse(group: MailGroup): MailGroup {
  return { ...group, dkim: group.dkim.toReversed(), spf: group.spf.toReversed() };
}
