import { expect, test } from "vitest";
import { describeOverride, isAbout } from "./overrides.ts";

const sender = { source_ip: "192.0.2.1", service: "Zendesk" };

test.for([
  ["source_ip", "192.0.2.1", true],
  ["source_ip", "192.0.2.0/24", false],
  ["service", "Zendesk", true],
  ["service", "SendGrid", false],
  ["domain", "Zendesk", false],
] as const)("an override of the %s %s is about the sender: %s", ([kind, value, expected]) => {
  expect(isAbout({ kind, value }, sender)).toBe(expected);
});

test("no service is no sender's", () => {
  expect(isAbout({ kind: "service", value: "Zendesk" }, { ...sender, service: null })).toBe(false);
});

test("an override in words", () => {
  expect(describeOverride({ kind: "service", value: "Zendesk", ours: false })).toBe("The service Zendesk is not yours");
});
