import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scenarios } from "../readiness/scenario.ts";
import { rules } from "./rules.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test("the README has each rule in the order in which it is asked, with its class and cause", () => {
  const lines = [...readme.matchAll(/^\| `(\w+)` \| (\w+), `(\w+)` \|/gm)].map(([, ...parts]) => parts);
  expect(lines).toEqual(rules.map((rule) => [rule.name, rule.class, rule.cause]));
});

test.each(scenarios)("the README has the scenario %s", (scenario) => {
  expect(readme).toContain(`\`${scenario}\``);
});
