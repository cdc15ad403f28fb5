import { expect, test } from "vitest";
import { brokeAtOnce } from "./judge-broken.ts";

const day = (passed: number, failed: number) => ({ messages: passed + failed, passed });

test.for([
  ["a key that breaks", [day(5, 0), day(6, 0), day(0, 5), day(0, 5)], true],
  ["a little of other mail on both sides", [day(95, 5), day(90, 10), day(1, 20), day(2, 20)], true],
  ["some broken mail every day", [day(5, 5), day(5, 5), day(5, 5)], false],
  ["a burst of a single day", [day(5, 0), day(6, 0), day(0, 500)], false],
  ["a burst that is over", [day(50, 0), day(0, 500), day(0, 500), day(50, 0)], false],
  ["hardly any mail before", [day(9, 0), day(0, 50), day(0, 50)], false],
  ["too much that failed before", [day(80, 20), day(0, 50), day(0, 50)], false],
  ["too much that still passes", [day(50, 0), day(20, 50), day(20, 50)], false],
  ["no mail before", [day(0, 50), day(0, 50)], false],
  ["no mail", [], false],
] as const)("%s", ([, days, expected]) => {
  expect(brokeAtOnce(days)).toBe(expected);
});
