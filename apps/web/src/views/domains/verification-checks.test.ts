import { expect, test } from "vitest";
import { readChecks } from "./verification-checks.ts";

test("the checks of a failed verification are read, and nothing else", () => {
  const check = { record: "dmarc", name: "_dmarc.a.example", expected: "v=DMARC1", found: [], detail: "Nothing." };
  expect(readChecks({ checks: [check, null, "x", { name: "a" }] })).toEqual([check]);
  expect(readChecks({})).toEqual([]);
  expect(readChecks({ checks: "x" })).toEqual([]);
});
