import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UsageError } from "./errors.ts";
import { setting } from "./setting.ts";
import {
  describeMistypedVariables,
  describeSettings,
  describeUnknownVariables,
  findUnknownVariables,
  readSettings,
  SettingsError,
} from "./settings.ts";

const schema = {
  RUAFLOW_PORT: setting.integer({ minimum: 1, maximum: 65535, default: 8080, description: "Port of the API." }),
  RUAFLOW_MODE: setting.oneOf(["fast", "safe"], { default: "safe", description: "Mode." }),
  RUAFLOW_NAME: setting.text({ description: "A name." }),
  RUAFLOW_FACTOR: setting.decimal({ minimum: 0, maximum: 1, default: 0.5, description: "Factor." }),
  RUAFLOW_WATCH: setting.flag({ default: true, description: "Watching." }),
  RUAFLOW_LIMIT: setting.integer({ minimum: 0, description: "Limit." }),
  DATABASE_URL: setting.secret({ description: "Connection string." }),
};

test("unset variables get their defaults, and text becomes the type of its setting", () => {
  expect(readSettings(schema, { RUAFLOW_NAME: " x ", RUAFLOW_PORT: "90", RUAFLOW_WATCH: "0" })).toEqual({
    RUAFLOW_PORT: 90,
    RUAFLOW_MODE: "safe",
    RUAFLOW_NAME: "x",
    RUAFLOW_FACTOR: 0.5,
    RUAFLOW_WATCH: false,
  });
});

test.each([
  ["RUAFLOW_PORT", "8080.5"],
  ["RUAFLOW_PORT", "65536"],
  ["RUAFLOW_PORT", "1e3"],
  ["RUAFLOW_PORT", "port"],
  ["RUAFLOW_FACTOR", "1.1"],
  ["RUAFLOW_FACTOR", "NaN"],
  ["RUAFLOW_FACTOR", "Infinity"],
  ["RUAFLOW_LIMIT", "-1"],
  ["RUAFLOW_WATCH", "yes"],
  ["RUAFLOW_MODE", "faster"],
])("%s cannot be %s", (name, value) => {
  expect(() => readSettings(schema, { [name]: value })).toThrow(`got "${value}"`);
});

test("a choice may be written in upper or lower case", () => {
  expect(readSettings(schema, { RUAFLOW_MODE: "FAST" }).RUAFLOW_MODE).toBe("fast");
});

test("an invalid secret is refused without being shown", () => {
  const strict = { KEY: { ...setting.secret({ description: "A key." }), read: () => undefined } };
  const read = () => readSettings(strict, { KEY: "hidden" });
  expect(read).toThrow("its value is invalid");
  expect(read).not.toThrow("hidden");
});

test("all problems are reported at once, with the variable's name, its kind and its purpose", () => {
  const read = () =>
    readSettings(schema, {
      RUAFLOW_PORT: "0",
      RUAFLOW_MODE: "quick",
      RUAFLOW_WATCH: "perhaps",
      DATABASE_URL_FILE: "/x/y",
    });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(/RUAFLOW_PORT: expected a value of type integer, at least 1, at most 65535, got "0"/);
  expect(read).toThrow(/RUAFLOW_MODE: expected one of fast, safe, got "quick"/);
  expect(read).toThrow(/RUAFLOW_WATCH: expected a value of type boolean, got "perhaps"/);
  expect(read).toThrow(/DATABASE_URL_FILE: the file/);
});

test("a secret may come from a file, and is never printed", () => {
  const file = join(mkdtempSync(join(tmpdir(), "settings-")), "secret");
  writeFileSync(file, "postgres://u:hidden@host/db\n");
  const settings = readSettings(schema, { RUAFLOW_NAME: "x", DATABASE_URL_FILE: file });
  expect(settings.DATABASE_URL).toBe("postgres://u:hidden@host/db");
  expect(describeSettings(schema, settings)).not.toContain("hidden");
  expect(() => readSettings(schema, { RUAFLOW_NAME: "x", DATABASE_URL_FILE: "/does/not/exist" })).toThrow(
    /DATABASE_URL_FILE: the file \/does\/not\/exist cannot be read/,
  );
});

test("a value that the start would refuse is a problem of its setting, and a secret's value is not shown", () => {
  const check = (text: string) => {
    if (text === "banana") throw new UsageError("this is not an address.");
  };
  const strict = { RUAFLOW_SERVERS: setting.text({ description: "Servers.", check }) };
  expect(readSettings(strict, { RUAFLOW_SERVERS: "192.0.2.1" })).toEqual({ RUAFLOW_SERVERS: "192.0.2.1" });
  expect(() => readSettings(strict, { RUAFLOW_SERVERS: "banana" })).toThrow("RUAFLOW_SERVERS: this is not an address.");
});

test("an unknown variable is reported with the name that was probably meant", () => {
  expect(describeUnknownVariables(schema, { RUAFLOW_PROT: "1", RUAFLOW_SOMETHING: "1" })).toEqual([
    "RUAFLOW_PROT is set, but there is no such setting; did you mean RUAFLOW_PORT?",
    "RUAFLOW_SOMETHING is set, but there is no such setting",
  ]);
});

test("an app that shares its environment with others speaks of names that are nearly its own", () => {
  expect(describeMistypedVariables(schema, { RUAFLOW_PROT: "1", RUAFLOW_SOMETHING: "1", RUAFLOW_PORT: "1" })).toEqual([
    "RUAFLOW_PROT is set, but there is no such setting; did you mean RUAFLOW_PORT?",
  ]);
});

test("unknown variables are found, so that typing errors show", () => {
  expect(findUnknownVariables("RUAFLOW_", [schema], { RUAFLOW_PROT: "1", RUAFLOW_NAME_FILE: "f", PATH: "x" })).toEqual([
    "RUAFLOW_PROT",
  ]);
});
