import { readSettings } from "@ruaflow/runtime/settings";
import { expect, test } from "vitest";
import { collectorSettings, hasSources, sourceSettings } from "./settings.ts";

const VALUES: Readonly<Record<(typeof sourceSettings)[number], string>> = {
  RUAFLOW_IMAP_ACCOUNTS: JSON.stringify([{ host: "localhost", user: "reports", password: "secret" }]),
  RUAFLOW_FOLDER: ".",
  RUAFLOW_S3_INBOX_BUCKET: "reports",
};

test.each(sourceSettings)("%s alone is a source, and without any there is none", (name) => {
  expect(hasSources(readSettings(collectorSettings, { [name]: VALUES[name] }))).toBe(true);
  expect(hasSources(readSettings(collectorSettings, {}))).toBe(false);
});
