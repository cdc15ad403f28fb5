import { expect, test } from "vitest";
import { countArrows, describeExcess } from "./count-arrows.ts";

const files = [
  { source: "libs/a/src/index.ts", imports: ["libs/a/src/x/one.ts", "libs/a/src/x/two.ts", "libs/b/src/index.ts"] },
  { source: "libs/a/src/x/one.ts", imports: ["libs/a/src/x/two.ts", "libs/a/src/y/three.ts"] },
  { source: "libs/a/src/y/three.ts", imports: ["libs/a/src/x/two.ts"] },
  { source: "libs/a/src/y/three.test.ts", imports: ["libs/a/src/index.ts"] },
  { source: "libs/a/src/testing/index.ts", imports: ["libs/a/src/index.ts"] },
  { source: "libs/b/src/index.ts", imports: [] },
];

test("an arrow is a pair of folders or files at the top of a package, whatever number of imports it has", () => {
  expect(countArrows(files)).toEqual(
    new Map([
      ["libs/a", 3],
      ["libs/b", 0],
    ]),
  );
});

test("more arrows than allowed, a new package and one that is gone are told, each with what to do", () => {
  const counted = countArrows(files);
  expect(describeExcess(counted, { "libs/a": 3, "libs/b": 0 })).toEqual([]);
  const [more, unknown, gone] = describeExcess(counted, { "libs/a": 2, "libs/c": 1 });
  expect(more).toMatch(/^libs\/a has 3 imports between its folders and may have 2\..* write 3 into .* and say why/);
  expect(unknown).toMatch(/^libs\/b has no number .*: write 0 there/);
  expect(gone).toMatch(/^libs\/c is gone/);
});
