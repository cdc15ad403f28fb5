import { expect, test } from "vitest";
import { toPolicyText } from "./policy-text.ts";

const none = { domain: "example.com", p: null, sp: null, np: null, adkim: null, aspf: null };
const rest = { pct: null, fo: null, testing: null, discovery_method: null };

test("a policy is written as in DNS, without what is not stated", () => {
  expect(toPolicyText({ ...none, ...rest, p: "reject", sp: "", adkim: "r", testing: "n" })).toBe(
    "p=reject; adkim=r; t=n",
  );
  expect(toPolicyText({ ...none, ...rest })).toBe("none stated");
});
