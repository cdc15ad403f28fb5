import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { describeSettings, findUnknownVariables, readSettings, Secret, SettingsError } from "./settings.ts";

const schema = Type.Object({
  RUAFLOW_PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 8080, description: "Port of the API." }),
  RUAFLOW_MODE: Type.Union([Type.Literal("fast"), Type.Literal("safe")], { default: "safe", description: "Mode." }),
  RUAFLOW_NAME: Type.String({ description: "A name." }),
  DATABASE_URL: Secret({ description: "Connection string." }),
});

test("defaults fill what is not set, and text becomes the type of its setting", () => {
  expect(readSettings(schema, { RUAFLOW_NAME: " x ", RUAFLOW_PORT: "90" })).toEqual({
    RUAFLOW_PORT: 90,
    RUAFLOW_MODE: "safe",
    RUAFLOW_NAME: "x",
  });
});

test("every problem is told at once, with the variable's name, its kind and what it is for", () => {
  const read = () => readSettings(schema, { RUAFLOW_PORT: "0", RUAFLOW_MODE: "quick" });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(/RUAFLOW_PORT: expected a value of type integer, at least 1, at most 65535, got "0"/);
  expect(read).toThrow(/RUAFLOW_MODE: expected one of fast, safe, got "quick"/);
  expect(read).toThrow(/RUAFLOW_NAME: .*it is not set/);
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

test("a variable that nobody knows is found, so that typing errors show", () => {
  expect(findUnknownVariables("RUAFLOW_", [schema], { RUAFLOW_PROT: "1", RUAFLOW_NAME_FILE: "f", PATH: "x" })).toEqual([
    "RUAFLOW_PROT",
  ]);
});
