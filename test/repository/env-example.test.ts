import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { settingsSchema } from "@ruaflow/embedded/settings";
import { readSettings } from "@ruaflow/runtime/settings";
import { expect, test } from "vitest";
import { settingsSchema as api } from "../../apps/api/src/config.ts";
import { settingsSchema as collector } from "../../apps/collector/src/config.ts";
import { settingsSchema as ingest } from "../../apps/ingest/src/config.ts";
import { settingsSchema as keeper } from "../../apps/keeper/src/config.ts";
import { settingsSchema as recordWriter } from "../../apps/record-writer/src/config.ts";
import { settingsSchema as smtpReceiver } from "../../apps/smtp-receiver/src/config.ts";
import { settingsSchema as dispatcher } from "../../apps/webhook-dispatcher/src/config.ts";
import { describeMistypedVariables, type SettingsSchema } from "../../libs/runtime/src/settings.ts";
import { describeEnv } from "./describe-env.ts";

const root = new URL("../../", import.meta.url);
const committed = readFileSync(new URL(".env.example", root), "utf8");

test("the committed file is what the settings say (npm run env-example writes it)", () => {
  expect(committed).toBe(describeEnv(settingsSchema));
});

const schemas = { api, collector, ingest, smtpReceiver, recordWriter, keeper, dispatcher };

test("no setting of any app is missing", () => {
  const names = Object.values(schemas).flatMap((schema) => Object.keys(schema));
  expect(names.filter((name) => !committed.includes(`\n# ${name}=`))).toEqual([]);
});

test.each(Object.entries(schemas))("%s takes no setting of another app for a mistake", (_, schema: SettingsSchema) => {
  const environment = Object.fromEntries(Object.keys(settingsSchema).map((name) => [name, "1"]));
  expect(describeMistypedVariables(schema, environment)).toEqual([]);
});

test("no line changes a default when it is taken as it stands", () => {
  const lines = [...committed.matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);
  expect(lines.length).toBe(Object.keys(settingsSchema).length);
  expect(readSettings(settingsSchema, Object.fromEntries(lines))).toEqual(readSettings(settingsSchema, {}));
});

test.each(["api", "collector", "ingest", "smtp-receiver", "record-writer", "keeper", "webhook-dispatcher"])(
  "%s alone refuses to start for exactly the settings that its help calls required",
  (app) => {
    const main = fileURLToPath(new URL(`apps/${app}/src/main.ts`, root));
    const run = (args: readonly string[], env: Record<string, string>) =>
      spawnSync(process.execPath, [main, ...args], {
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
        encoding: "utf8",
      });
    const required = [...run(["--help"], {}).stdout.matchAll(/^ {2}([A-Z0-9_]+) \(required\)/gm)].map(
      ([, name = ""]) => name,
    );
    const refused = run([], { RUAFLOW_PORT: "0" }).stderr;
    const source = readFileSync(new URL(`apps/${app}/src/app.ts`, root), "utf8");
    const needed = [...source.matchAll(/requireSetting\(settings, "([A-Z0-9_]+)"\)/g)].map(([, name = ""]) => name);
    expect(required.toSorted()).toEqual(needed.toSorted());
    expect([...refused.matchAll(/([A-Z0-9_]+): is not set/g)].map(([, name]) => name).sort()).toEqual(
      needed.toSorted(),
    );
  },
  60_000,
);

test("the scripts that start the product read .env, and git does not keep it", () => {
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  for (const name of ["dev", "demo"]) expect(scripts[name]).toMatch(/^exec sh infra\/node\.sh /);
  for (const name of ["start", "app"]) expect(scripts[name]).toMatch(/^exec sh infra\/start\.sh\b/);
  expect(readFileSync(new URL("infra/start.sh", root), "utf8")).toContain("\nexec sh infra/node.sh ");
  expect(readFileSync(new URL("infra/node.sh", root), "utf8")).toContain("[ -f .env ] && set -- --env-file=.env");
  expect(readFileSync(new URL(".gitignore", root), "utf8").split("\n")).toContain(".env");
});
