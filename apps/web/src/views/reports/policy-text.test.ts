import { expect, test } from "vitest";
import { toDiscoveryText, toPolicyText } from "./policy-text.ts";

const domain = "example.com";

test("a policy is written as in DNS, without what is not stated", () => {
  expect(toPolicyText({ domain, p: "reject", sp: "", np: null, adkim: "r", testing: "n" })).toBe(
    "p=reject; adkim=r; t=n",
  );
  expect(toPolicyText({ domain, p: null, discovery_method: "psl" })).toBe("none stated");
});

test("a tag that the API has and the page does not know is written too", () => {
  expect(toPolicyText({ domain, p: "none", ...{ later: "y" } })).toBe("p=none; later=y");
});

test("how the policy was found is said in words, and an unknown way as the reporter wrote it", () => {
  expect(toDiscoveryText({ discovery_method: "treewalk" })).toBe("found by a DNS tree walk");
  expect(toDiscoveryText({ discovery_method: "guess" })).toBe("guess");
  expect(toDiscoveryText({ discovery_method: null })).toBe("");
});
