import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { createLogger } from "@ruaflow/runtime/logging";
import { readSettings } from "@ruaflow/runtime/settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBareEngines } from "./bare-engines.ts";
import { settingsSchema } from "./config.ts";
import { startEngines } from "./engines.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-upgrade-"));
});

afterAll(() => rm(folder, { recursive: true }));

const silent = createLogger({ app: "test", level: "silent" });

test("an upgrade says once that it fills the lists of reports, however many domains there are", async () => {
  const settings = readSettings(settingsSchema, { RUAFLOW_DATA_DIR: folder });
  const options = { logger: silent, description: "a test", onFatal: () => undefined };
  await (await startEngines(settings, options)).stop();
  const bare = await startBareEngines(settings, options);
  await executeSql(
    bare.databaseUrl,
    "INSERT INTO stored_reports_due SELECT 'org_1', 'dom_' || n FROM generate_series(1, 170) n",
  );
  await bare.stop();

  const lines: unknown[] = [];
  const note = (level: string) => (facts: object, text: string) => void lines.push({ level, text, ...facts });
  const logger = Object.assign(Object.create(silent), { warn: note("warn"), info: note("info") });
  await (await startEngines(settings, { ...options, logger })).stop();
  const text = "adding the reports of an earlier release to the lists";
  expect(lines).toEqual([{ level: "warn", text, domainsLeft: 170 }]);
});
