import { readSettings } from "@ruaflow/runtime/settings";
import { expect, test } from "vitest";
import { describeStart } from "./banner.ts";
import { settingsSchema } from "./config.ts";
import type { EmbeddedService } from "./embedded.ts";

const url = "http://127.0.0.1:8080";
const service = { url, smtpPort: 2525, sqlUrl: null, first: null };

const describe = (running: Partial<EmbeddedService>, environment = {}) =>
  describeStart({ ...service, ...running } as EmbeddedService, readSettings(settingsSchema, environment));

test.each([
  ["the first start", describe({ first: { key: `ruaflow_${"k".repeat(56)}` } as EmbeddedService["first"] })],
  ["a later one", describe({})],
  ["one with a domain for mail", describe({}, { RUAFLOW_REPORT_DOMAIN: "reports.example.net" })],
  ["one with a port for SQL", describe({ sqlUrl: "http://default:secret@127.0.0.1:9000/" })],
])("%s is described in 80 columns, and without a secret but the first key", (_, text) => {
  const lines = text.split("\n").filter((line) => !line.startsWith("  curl ") && !line.startsWith("  Data "));
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(text).not.toContain("secret@");
});
