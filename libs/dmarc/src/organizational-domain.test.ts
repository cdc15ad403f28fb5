import { expect, test } from "vitest";
import { toOrganizationalDomain } from "./organizational-domain.ts";

test.each([
  ["mail.example.co.uk", "example.co.uk"],
  [" Example.COM. ", "example.com"],
  ["bücher.example.com", "example.com"],
  ["one.github.io", "one.github.io"],
  ["github.io", "github.io"],
])("the organizational domain of %j is %s", (name, organizational) => {
  expect(toOrganizationalDomain(name)).toBe(organizational);
});

test.each(["localhost", "", "192.0.2.1", "a b.example", "<script>"])("%j has no organizational domain", (text) => {
  expect(toOrganizationalDomain(text)).toBeNull();
});
