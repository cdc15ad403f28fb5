import { expect, test } from "vitest";
import { describeReason, explainReason } from "./reasons.ts";

test("an entry is explained by the service's sentence, as a sentence", () => {
  const entry = { reason: "truncated", detail: "the document ends before its last end tag" };
  expect(explainReason(entry)).toBe("The document ends before its last end tag.");
});

test("a reason without a sentence is explained in a few words, and one that is new to the page by its code", () => {
  expect(explainReason({ reason: "bomb", detail: null })).toBe("An archive made to overload its reader.");
  expect(describeReason("brand-new")).toBe("brand-new");
});

test("a report about an unknown domain says what to do on the page, not in a script", () => {
  const detail = "The domain example.com is not verified. Add it with POST /api/v1/domains.";
  expect(explainReason({ reason: "unknown-domain", detail, domain: "example.com" })).not.toContain("POST");
});

test("a held report about an unknown domain is not asked for again", () => {
  const entry = { reason: "unknown-domain", detail: null, domain: "example.com" };
  expect(explainReason({ ...entry, outcome: "held" })).toContain("the report counts within seconds");
  expect(explainReason({ ...entry, outcome: "refused" })).toContain("then read it again");
});
