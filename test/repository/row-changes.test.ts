import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
/** Changes or removes rows that answers may already have. */
const CHANGE = /records\.(delete\w+|markDeleted|copySourceFacts)\(/g;
/** Called by a function that is inside already, with its rows inserted in between. */
const INSIDE = ["apps/keeper/src/reconcile/rewrite-reports.ts"];
const DISTANCE_MAX = 200;

test("whatever changes or removes rows in ClickHouse does so while the version of answers says it", () => {
  const files = globSync("apps/*/src/**/*.ts", { cwd: root }).filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  const found = files.flatMap((file) => {
    const text = readFileSync(`${root}${file}`, "utf8");
    return [...text.matchAll(CHANGE)].map(({ index }) => ({
      file,
      isInside: text.slice(Math.max(0, index - DISTANCE_MAX), index).includes("whileRowsChange("),
    }));
  });
  expect(found.length).toBeGreaterThanOrEqual(9);
  const outside = found.filter(({ isInside }) => !isInside).map(({ file }) => file);
  expect([...new Set(outside)]).toEqual(INSIDE);
});
