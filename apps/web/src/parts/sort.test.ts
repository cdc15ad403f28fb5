import { expect, test } from "vitest";
import { readSort } from "./sort.ts";

test.for([
  ["emails", "emails"],
  ["-emails", "-emails"],
  ["--emails", undefined],
  ["other", undefined],
  [undefined, undefined],
] as const)("%s sorts by %s", ([text, expected]) => {
  expect(readSort(text, ["emails", "failed"])).toBe(expected);
});
