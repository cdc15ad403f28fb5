import { readSettings } from "@ruaflow/runtime/settings";
import { expect, test } from "vitest";
import { describeStart } from "./banner.ts";
import { settingsSchema } from "./config.ts";
import type { EmbeddedService } from "./embedded.ts";

const url = "http://127.0.0.1:8080";
const service = { url, smtpPort: 2525, sqlUrl: null, first: null, signInToken: "t".repeat(27) };

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

test("the first line is the page: with a link that signs in where there is one, otherwise with how to sign in", () => {
  const findPage = (text: string) => text.split("\n").slice(3, 5);
  expect(findPage(describe({}))).toEqual([
    `  Page       http://127.0.0.1:8080/sign-in#${"t".repeat(27)}`,
    "             Signs you in once, within 10 minutes; another: npx ruaflow sign-in",
  ]);
  expect(findPage(describe({ url: "http://0.0.0.0:8080", signInToken: null }))).toEqual([
    "  Page       http://0.0.0.0:8080/",
    "             Sign in with an API key.",
  ]);
});
