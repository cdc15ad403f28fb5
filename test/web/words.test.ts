import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { entryReasons } from "../../apps/ingest/src/entry-reasons.ts";
import { REASON_CODES } from "../../apps/web/src/parts/arrivals/reasons.ts";
import { describeWarning } from "../../apps/web/src/views/upload/describe-warning.ts";

const reasons = Object.values(entryReasons)
  .flat()
  .filter((code) => code !== "");

test.each(reasons)("the page has words for the reason %s", (code) => {
  expect(REASON_CODES).toContain(code);
});

test("the page has words for each warning about a report", () => {
  const source = readFileSync("libs/dmarc/src/parse/warnings.ts", "utf8");
  const codes = [...source.matchAll(/^ {2}\| "([a-z-]+)"/gm)].map(([, code]) => code ?? "");
  expect(codes.length).toBeGreaterThan(25);
  expect(codes.filter((code) => describeWarning(code) === code)).toEqual([]);
});
