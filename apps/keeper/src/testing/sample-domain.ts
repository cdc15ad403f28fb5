import type { AlertRules, Domain } from "@ruaflow/metadata-store/domains";

const alertRules: AlertRules = {
  pass_rate: { enabled: true, below: 90, window_days: 7, messages_min: 100 },
  new_source: { enabled: true, failures_min: 50 },
  failure_volume: { enabled: true, times: 3, failures_min: 100 },
  missing_reports: { enabled: true, days: 3 },
  new_reporter: { enabled: true, messages_min: 100 },
};

/** A verified domain with every alert rule enabled. */
export const sampleDomain: Domain = {
  id: "dom_1",
  name: "example.com",
  status: "verified",
  verificationToken: "",
  mailboxToken: "",
  createdAt: new Date("2026-01-01T00:00:00Z"),
  verifiedAt: new Date("2026-01-02T00:00:00Z"),
  isVouched: false,
  alertRules,
  dnsWatch: true,
  labels: [],
  clientReference: null,
  retentionDays: null,
  rawRetentionDays: null,
  reportAddresses: [],
  dmarcPolicyFrom: null,
  dmarcPolicy: null,
  dmarcCheckedAt: null,
};
