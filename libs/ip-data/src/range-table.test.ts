import { describe, expect, it } from "vitest";
import { findRange } from "./range-table.ts";

const ranges = {
  firsts: Uint32Array.of(10, 20, 4_294_967_290),
  lasts: Uint32Array.of(14, 20, 4_294_967_295),
  values: Uint32Array.of(1, 2, 3),
};

describe("a range table", () => {
  it.each([
    [9, undefined],
    [10, 1],
    [14, 1],
    [15, undefined],
    [20, 2],
    [21, undefined],
    [4_294_967_295, 3],
  ])("finds for %i the value %s, both ends of a range included", (address, value) => {
    expect(findRange(ranges, address)).toBe(value);
  });

  it("finds nothing without ranges", () => {
    expect(
      findRange({ firsts: new BigUint64Array(), lasts: new BigUint64Array(), values: new Uint32Array() }, 1n),
    ).toBeUndefined();
  });
});
