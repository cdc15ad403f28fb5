import { expect, test } from "vitest";
import { describeWhomToAsk } from "./ask.ts";
import { REASON_CODES } from "./reasons.ts";

/** What the owner of the domain can act on alone, or what needs no action. */
const OF_NOBODY = [
  ...["unknown-domain", "domain-pending", "domain-gone", "same-report", "unauthenticated", "tls-report"],
  ...["failure-report", "complaint", "no-report", "other", "too-many-records"],
];

test("every refusal that others must correct says whom to ask", () => {
  const silent = REASON_CODES.filter((code) => describeWhomToAsk(code, null) === "");
  expect(silent.sort()).toEqual(OF_NOBODY.sort());
});

test("a reporter that is known is named", () => {
  expect(describeWhomToAsk("truncated", "google.com")).toMatch(/^Write to the postmaster of google\.com, /);
  expect(describeWhomToAsk("truncated", null)).toMatch(/^Write to the reporter's postmaster, /);
});
