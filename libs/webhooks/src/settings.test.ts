import { readSettings } from "@ruaflow/runtime/settings";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { expect, test } from "vitest";
import { toDisableRule, webhookDisableSettings, webhookSenderSettings } from "./settings.ts";

const readRule = (failures: string, hours: string) =>
  toDisableRule(
    readSettings(webhookDisableSettings, {
      RUAFLOW_WEBHOOK_DISABLE_FAILURES: failures,
      RUAFLOW_WEBHOOK_DISABLE_HOURS: hours,
    }),
  );

test.for([
  ["", "", { failures: 10, hours: 24 }],
  ["1", "0", { failures: 1, hours: 0 }],
  ["1000", "8760", { failures: 1000, hours: 8760 }],
] as const)("%j failures over %j hours are a rule", ([failures, hours, rule]) => {
  expect(readRule(failures, hours)).toEqual(rule);
});

test.for([
  ["0", "24", "RUAFLOW_WEBHOOK_DISABLE_FAILURES: expected a value of type integer, at least 1, at most 1000"],
  ["1001", "24", "RUAFLOW_WEBHOOK_DISABLE_FAILURES"],
  ["ten", "24", "RUAFLOW_WEBHOOK_DISABLE_FAILURES"],
  ["10", "-1", "RUAFLOW_WEBHOOK_DISABLE_HOURS: expected a value of type integer, at least 0, at most 8760"],
  ["10", "0.5", "RUAFLOW_WEBHOOK_DISABLE_HOURS"],
  ["10", "8761", "RUAFLOW_WEBHOOK_DISABLE_HOURS"],
] as const)("%j failures over %j hours are refused", ([failures, hours, problem]) => {
  expect(() => readRule(failures, hours)).toThrow(problem);
});

test.for([
  [
    "/etc/ssl/ca.pem",
    /^RUAFLOW_WEBHOOK_CA: is not a certificate.* It looks like a path: .* set RUAFLOW_WEBHOOK_CA_FILE/s,
  ],
  ["ca.crt", /set RUAFLOW_WEBHOOK_CA_FILE/],
  ["-----BEGIN CERTIFICATE-----\nxxxx\n-----END CERTIFICATE-----", /is not a certificate in PEM form/],
] as const)("the CA %j is refused at the start", ([text, problem]) => {
  try {
    readSettings(webhookSenderSettings, { RUAFLOW_WEBHOOK_CA: text });
  } catch (error) {
    expect(error).toMatchObject({ problems: [expect.stringMatching(problem)] });
    return;
  }
  expect.fail("it was accepted");
});

test("several certificates in one text are a CA", () => {
  const { ca } = createTestCertificates();
  expect(readSettings(webhookSenderSettings, { RUAFLOW_WEBHOOK_CA: `${ca}\n${ca}` }).RUAFLOW_WEBHOOK_CA).toContain(
    ca.trim(),
  );
});
