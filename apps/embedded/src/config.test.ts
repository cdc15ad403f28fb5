import { readSettings } from "@ruaflow/runtime/settings";
import { expect, test } from "vitest";
import { settingsSchema } from "./config.ts";

test.for([
  ["RUAFLOW_DNS_SERVERS", "banana"],
  ["RUAFLOW_REPORT_DOMAIN", "not a domain"],
  ["RUAFLOW_TRUSTED_PROXIES", "somewhere"],
  ["RUAFLOW_TRUSTED_PROXIES", "0.0.0.0/0"],
  ["RUAFLOW_WEBHOOK_RANGES", "10.0.0.1/33"],
  ["RUAFLOW_WEBHOOK_RANGES", "0.0.0.0/0"],
  ["RUAFLOW_WEBHOOK_RANGES", "0.0.0.0/1, 128.0.0.0/1"],
  ["RUAFLOW_WEBHOOK_RANGES", "::/0"],
  ["RUAFLOW_SMTP_PROXY", "0.0.0.0/0"],
  ["RUAFLOW_SMTP_PROXY", "010.0.0.1"],
] as const)("%s=%s is refused when the settings are read, so by --check-config too", ([name, value]) => {
  expect(() => readSettings(settingsSchema, { [name]: value })).toThrow(`${name}: `);
});
