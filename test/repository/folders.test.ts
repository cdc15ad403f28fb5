import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("folders are created by createFolder alone: under /proc Node's recursive mkdir runs for ever", () => {
  const sources = globSync("{apps,libs}/*/src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts", "**/testing/**"] });
  expect(sources.length).toBeGreaterThan(500);
  const recursive = sources.filter((path) => /mkdir(Sync)?\([^;]*recursive/.test(readFileSync(root + path, "utf8")));
  expect(recursive).toEqual([]);
});
