import { expect, test } from "vitest";
import { moveActive } from "./active.ts";

test("arrow keys move through the list and around its ends; other keys edit the text", () => {
  expect(moveActive("ArrowDown", 0, 3)).toBe(1);
  expect(moveActive("ArrowDown", 2, 3)).toBe(0);
  expect(moveActive("ArrowUp", 0, 3)).toBe(2);
  for (const key of ["Home", "End", "a", "Enter"]) expect(moveActive(key, 1, 3)).toBeNull();
  expect(moveActive("ArrowDown", 0, 0)).toBeNull();
});
