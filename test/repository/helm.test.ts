import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { apps, findApp } from "../helm/apps.ts";
import { readChartValues } from "../helm/values.ts";
import { readComposeFile } from "../support/compose-file.ts";

const chart = fileURLToPath(new URL("../../infra/helm/ruaflow/", import.meta.url));
const values = readChartValues();
const templates = globSync("templates/*", { cwd: chart })
  .map((path) => readFileSync(`${chart}${path}`, "utf8"))
  .join("\n");

/** Settings that every app may get, since the apps that do not know them ignore them without a warning. */
const SHARED = /^(KAFKA|DATABASE|CLICKHOUSE|OTEL|AWS)_/;

test("the chart has every app that the compose file starts", () => {
  const { services } = readComposeFile();
  const started = Object.keys(services).filter((name) => services[name]?.command?.join(" ") === name);
  expect(Object.keys(values.apps).toSorted()).toEqual(started.toSorted());
  expect(apps.map(({ name }) => name).toSorted()).toEqual(started.toSorted());
});

test.each(Object.entries(values.apps))(
  "%s gets every setting that it requires, and none that it does not know",
  (name, app) => {
    const { settings, required = [] } = findApp(name);
    const given = [...app.secrets, ...Object.keys(app.config), ...Object.keys(values.config)];
    expect(required.filter((setting) => !given.includes(setting))).toEqual([]);
    expect(given.filter((setting) => !(setting in settings) && !SHARED.test(setting))).toEqual([]);
    expect(app.secrets.filter((setting) => !(setting in values.secrets))).toEqual([]);
  },
);

test("every variable that a template names is a setting of an app", () => {
  const known = new Set(apps.flatMap(({ settings }) => Object.keys(settings)));
  const named = [...new Set(templates.match(/\b(RUAFLOW|KAFKA|DATABASE|CLICKHOUSE|OTEL)_[A-Z_]+\b/g))];
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("the report domain goes to exactly the apps that have this setting", () => {
  const [, list = ""] = templates.match(/reportDomain \(has \.name \(list ([^)]+)\)/) ?? [];
  const asking = apps.filter(({ settings }) => "RUAFLOW_REPORT_DOMAIN" in settings).map(({ name }) => name);
  expect([...list.matchAll(/"([\w-]+)"/g)].map(([, name]) => name).toSorted()).toEqual(asking.toSorted());
});
