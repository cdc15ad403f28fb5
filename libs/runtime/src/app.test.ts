import { expect, test } from "vitest";
import { describeHelp } from "./app.ts";
import { setting } from "./setting.ts";

test("help shows each setting's default, and which settings are required", () => {
  const settings = {
    DATABASE_URL: setting.secret({ description: "The database." }),
    RUAFLOW_PORT: setting.integer({ default: 8080, description: "The port." }),
    RUAFLOW_NAME: setting.text({ description: "A name." }),
  };
  const help = describeHelp({ name: "app", description: "does it", settings, required: ["DATABASE_URL"] });
  expect(help).toContain("  DATABASE_URL (required)\n      The database.");
  expect(help).toContain("  RUAFLOW_PORT (default 8080)\n      The port.");
  expect(help).toContain("  RUAFLOW_NAME\n      A name.");
});
