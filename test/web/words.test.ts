import { expect, test } from "vitest";
import { entryReasons } from "../../apps/ingest/src/entry-reasons.ts";
import { REASON_CODES } from "../../apps/web/src/parts/arrivals/reasons.ts";

const reasons = Object.values(entryReasons)
  .flat()
  .filter((code) => code !== "");

test.each(reasons)("the page has words for the reason %s", (code) => {
  expect(REASON_CODES).toContain(code);
});
