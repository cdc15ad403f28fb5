import { expect, test } from "vitest";
import { describeUnknownDomain } from "./judge.ts";

const route = { organizationId: null, addDomains: false };

test("an import names the option that registers the domain, not an API path", () => {
  const text = describeUnknownDomain("a.example", true, route);
  expect(text).toContain("a.example");
  expect(text).toContain("--add-domains");
  expect(text).not.toContain("/api/");
});

test("an upload names the API route, not an option of the command", () => {
  const text = describeUnknownDomain("a.example", false, route);
  expect(text).toContain("POST /api/v1/domains");
  expect(text).not.toContain("--");
});

test("with --add-domains the option is not named again: the domain has an owner", () => {
  const text = describeUnknownDomain("a.example", true, { organizationId: "org_1", addDomains: true });
  expect(text).toContain("another organization");
  expect(text).not.toContain("--add-domains");
});
