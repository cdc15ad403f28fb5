import { globSync } from "node:fs";
import { matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import config from "../../vitest.config.ts";
import { longTests } from "./long-tests.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const files = globSync("{apps,infra,libs,test}/**/*.test.{ts,tsx}", { cwd: root, exclude: ["**/node_modules/**"] });
const matches = (file: string, patterns: readonly string[]) => patterns.some((pattern) => matchesGlob(file, pattern));

interface TestSet {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const sets: readonly TestSet[] = (config.test?.projects ?? []).map((project) => {
  if (typeof project !== "object" || !("test" in project)) throw new Error("a project without its own settings");
  const { name, include, exclude = [] } = project.test as Partial<TestSet>;
  if (name === undefined || include === undefined) throw new Error("a project without a name or files");
  return { name, include, exclude };
});

test("each test file is in exactly one set", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.map((file) => ({
    file,
    sets: sets.filter((set) => matches(file, set.include) && !matches(file, set.exclude)).map(({ name }) => name),
  }));
  expect(found.filter((one) => one.sets.length !== 1)).toEqual([]);
  expect(new Set(found.flatMap((one) => one.sets))).toEqual(new Set(["shared", "alone", "long"]));
});

test("each entry of the long set names test files", () => {
  expect(longTests.filter((pattern) => !files.some((file) => matchesGlob(file, pattern)))).toEqual([]);
});
