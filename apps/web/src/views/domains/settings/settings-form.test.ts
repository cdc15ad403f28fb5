import { expect, test } from "vitest";
import { toChanges, toForm } from "./settings-form.ts";

const settings = {
  alert_rules: {
    pass_rate: { enabled: true, below: 90.5, window_days: 7, messages_min: 100 },
    new_source: { enabled: false, failures_min: 50 },
    failure_volume: { enabled: true, times: 3, failures_min: 100 },
    missing_reports: { enabled: true, days: 3 },
    new_reporter: { enabled: true, messages_min: 100 },
  },
  dns_watch: true,
  labels: ["gold", "west"],
  client_reference: "C-1",
  retention_days: 400,
  raw_retention_days: null,
  report_addresses: ["dmarc@example.com"],
};

test("what is not changed is saved as it was", () => {
  expect(toChanges(toForm(settings))).toEqual(settings);
});

test("labels are divided by commas, each once; empty fields set nothing", () => {
  const form = { ...toForm(settings), labels: " a, b,,a ", client: " ", retentionDays: " ", rawRetentionDays: "90" };
  expect(toChanges(form)).toMatchObject({
    labels: ["a", "b"],
    client_reference: null,
    retention_days: null,
    raw_retention_days: 90,
  });
});
