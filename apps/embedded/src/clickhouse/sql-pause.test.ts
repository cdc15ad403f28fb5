import { expect, test } from "vitest";
import { toSqlPause } from "./sql-pause.ts";

const NOW = 1_800_000_000_000;
const toPauseS = (...secondsAgo: readonly number[]) => {
  const { untilMs } = toSqlPause(
    secondsAgo.map((seconds) => NOW - seconds * 1000),
    NOW,
  );
  return Math.max(0, (untilMs - NOW) / 1000);
};

test("three queries that end the engine in ten minutes are forgiven, the next ones pause the port for twice as long each", () => {
  expect(toPauseS(3, 2, 0)).toBe(0);
  expect(toPauseS(4, 3, 2, 0)).toBe(15);
  expect(toPauseS(5, 4, 3, 2, 0)).toBe(30);
  expect(toPauseS(...Array.from({ length: 40 }, (_, index) => 39 - index))).toBe(300);
});

test("what is older than ten minutes does not count", () => {
  expect(toPauseS(900, 800, 700, 601, 2, 1, 0)).toBe(0);
});
