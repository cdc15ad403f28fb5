import { expect, test } from "vitest";
import { toPlaces } from "./drawing.tsx";

test("bars share the width between the axes, and have none without room", () => {
  expect(toPlaces(992, 90).step).toBe(10);
  expect([0, 1, 92].map((width) => toPlaces(width, 90).step)).toEqual([0, 0, 0]);
  expect(toPlaces(992, 0).step).toBe(900);
});
