import { expect, test } from "vitest";
import { countArrows, describeCircles, describeExcess, findArrows } from "./count-arrows.ts";

const files = [
  { source: "libs/a/src/index.ts", imports: ["libs/a/src/x/one.ts", "libs/a/src/x/two.ts", "libs/b/src/index.ts"] },
  { source: "libs/a/src/x/one.ts", imports: ["libs/a/src/x/two.ts", "libs/a/src/y/three.ts"] },
  { source: "libs/a/src/y/three.ts", imports: ["libs/a/src/x/two.ts"] },
  { source: "libs/a/src/y/three.test.ts", imports: ["libs/a/src/index.ts"] },
  { source: "libs/a/src/testing/index.ts", imports: ["libs/a/src/index.ts"] },
  { source: "libs/b/src/index.ts", imports: [] },
];

test("an arrow is a pair of folders or files at the top of a package, whatever number of imports it has", () => {
  expect(countArrows(findArrows(files))).toEqual(
    new Map([
      ["libs/a", 3],
      ["libs/b", 0],
    ]),
  );
});

test("more arrows than allowed, a new package and one that is gone are told, each with what to do", () => {
  const counted = countArrows(findArrows(files));
  expect(describeExcess(counted, { "libs/a": 3, "libs/b": 0 })).toEqual([]);
  const [more, unknown, gone] = describeExcess(counted, { "libs/a": 2, "libs/c": 1 });
  expect(more).toMatch(/^libs\/a has 3 imports between its folders and may have 2\..* write 3 into .* and say why/);
  expect(unknown).toMatch(/^libs\/b has no number .*: write 0 there/);
  expect(gone).toMatch(/^libs\/c is gone/);
});

test("folders that reach each other are a circle, also through a third and without a circle of files", () => {
  const straight = [
    { source: "libs/a/src/x/one.ts", imports: ["libs/a/src/y/two.ts"] },
    { source: "libs/a/src/y/three.ts", imports: ["libs/a/src/z/four.ts"] },
    { source: "libs/a/src/index.ts", imports: ["libs/a/src/x/one.ts", "libs/a/src/z/four.ts"] },
  ];
  expect(describeCircles(findArrows(straight))).toEqual([]);
  const back = [...straight, { source: "libs/a/src/z/five.ts", imports: ["libs/a/src/x/six.ts"] }];
  const circles = describeCircles(findArrows(back));
  expect(circles.map((sentence) => sentence.split(" ")[0])).toEqual(["libs/a/src/x", "libs/a/src/y", "libs/a/src/z"]);
});
