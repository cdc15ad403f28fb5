import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const excluded = /node_modules|\/golden\/|operations\.ts$|\.sql$|repository\/spelling\.test\.ts$/;
const sources = globSync(["{libs,apps,test,infra}/**/*.{ts,mjs,py,md}", "*.md", "docs/*.md"]).filter(
  (path) => !excluded.test(path),
);

/** Lines that match, as `path: line`. */
function find(pattern: RegExp, paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

test("the sources are read", () => expect(sources.length).toBeGreaterThan(500));

test("numeric constants of a module are written in capitals", () => {
  const camelCase = /^(export )?const [a-z]\w*(: number)? = -?[\d_.]+( ?[-+*/] ?[\w.]+)*;$/;
  expect(camelCase.test("const flushAfterMs = 10 * SECOND_MS;")).toBe(true);
  expect(
    find(
      camelCase,
      sources.filter((path) => path.endsWith(".ts")),
    ),
  ).toEqual([]);
});

test("texts name who acts: a process, the caller, another organization", () => {
  expect(find(/\b(whoever|somebody|nobody|anybody)\b/i, sources)).toEqual([]);
});
