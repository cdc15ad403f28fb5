import { expect, test } from "vitest";
import { describeUnknownDomain } from "./judge-unowned.ts";

const facts = { domain: "a.example", route: { organizationId: null, addDomains: false }, hold: "no" } as const;

test("an import names the option that registers the domain, not an API path", () => {
  const text = describeUnknownDomain({ ...facts, isImport: true });
  expect(text).toContain("a.example");
  expect(text).toContain("--add-domains");
  expect(text).not.toContain("/api/");
});

test("an upload names the API route, not an option of the command", () => {
  const text = describeUnknownDomain({ ...facts, isImport: false });
  expect(text).toContain("POST /api/v1/domains");
  expect(text).not.toContain("--");
});

test("with --add-domains the option is not named again: the domain has an owner", () => {
  const text = describeUnknownDomain({
    ...facts,
    isImport: true,
    route: { organizationId: "org_1", addDomains: true },
  });
  expect(text).toContain("another organization");
  expect(text).not.toContain("--add-domains");
});

test("where nothing more can be held, the refusal says so", () => {
  for (const isImport of [true, false]) {
    expect(describeUnknownDomain({ ...facts, isImport, hold: "full" })).toContain("the limit of reports that wait");
  }
});
