import fc from "fast-check";
import { expect, test } from "vitest";
import { domainContext, sourceMail } from "../testing/arbitrary-mail.ts";
import { listFalseClaims } from "../testing/claims.ts";
import { sampleServiceMap } from "../testing/sample-services.ts";
import { classifySource } from "./classify-source.ts";

test("no sentence and no next step says what the evidence beside it denies, whatever the reports say", () => {
  fc.assert(
    fc.property(sourceMail, domainContext, (mail, known) => {
      const verdict = classifySource(mail, known, sampleServiceMap);
      expect(listFalseClaims(verdict, known), JSON.stringify([verdict, mail.groups])).toEqual([]);
    }),
    { seed: 20_261, numRuns: 20_000 },
  );
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
