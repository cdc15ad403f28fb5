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

test("an arrow is a pair of folders or files beside each other, in every folder, whatever number of imports it has", () => {
  expect(countArrows(findArrows(files))).toEqual(
    new Map([
      ["libs/a/src", 3],
      ["libs/a/src/x", 1],
      ["libs/a/src/y", 0],
      ["libs/b/src", 0],
    ]),
  );
});

test("an import counts where the two paths part, however deep", () => {
  const source = "libs/a/src/x/deep/one.ts";
  const imports = [
    "libs/a/src/x/deep/two.ts",
    "libs/a/src/x/flat.ts",
    "libs/a/src/x/other/three.ts",
    "libs/a/src/y.ts",
  ];
  expect(countArrows(findArrows([{ source, imports }]))).toEqual(
    new Map([
      ["libs/a/src", 1],
      ["libs/a/src/x", 2],
      ["libs/a/src/x/deep", 1],
    ]),
  );
});

test("more arrows than allowed, and a number that a folder does not need, are told, each with what to do", () => {
  const counted = countArrows(findArrows(files));
  expect(describeExcess(counted, { allowed: { "libs/a/src": 3 }, otherwise: 1 })).toEqual([]);
  const allowed = { "libs/a/src": 2, "libs/a/src/x": 5, "libs/c/src": 1 };
  const [more, few, gone] = describeExcess(counted, { allowed, otherwise: 1 });
  expect(more).toMatch(
    /^libs\/a\/src has 3 imports between its folders and files and may have 2\..* write 3 into .* say why/,
  );
  expect(few).toMatch(/^libs\/a\/src\/x needs no number/);
  expect(gone).toMatch(/^libs\/c\/src needs no number/);
  const [unlisted] = describeExcess(counted, { allowed: {}, otherwise: 2 });
  expect(unlisted).toMatch(/^libs\/a\/src has 3 .* may have 2/);
});

test("folders that reach each other are a circle, also through a third and without a circle of files", () => {
  const straight = [
    { source: "libs/a/src/x/one.ts", imports: ["libs/a/src/y/two.ts"] },
    { source: "libs/a/src/y/three.ts", imports: ["libs/a/src/z/four.ts"] },
    { source: "libs/a/src/index.ts", imports: ["libs/a/src/x/one.ts", "libs/a/src/z/four.ts"] },
  ];
  expect(describeCircles(findArrows(straight), [])).toEqual([]);
  const back = [...straight, { source: "libs/a/src/z/five.ts", imports: ["libs/a/src/x/six.ts"] }];
  const circles = describeCircles(findArrows(back), []);
  expect(circles.map((sentence) => sentence.split(" ")[0])).toEqual(["libs/a/src/x", "libs/a/src/y", "libs/a/src/z"]);
  expect(describeCircles(findArrows(back), ["libs/a/src"])).toEqual([]);
  expect(describeCircles(findArrows(straight), ["libs/a/src"])).toEqual([
    expect.stringMatching(/^libs\/a\/src has no circle/),
  ]);
});
