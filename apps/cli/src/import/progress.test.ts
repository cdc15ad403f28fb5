import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProgress } from "./progress.ts";

const counts = { accepted: 1, duplicate: 0, refused: 0, "not-aggregate": 0 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function readLine(done: number, total: number): string {
  const output = new PassThrough();
  const progress = createProgress(total, output);
  vi.advanceTimersByTime(10_000);
  progress.update(done, counts);
  return String(output.read());
}

test("the time left is told once there is a rate to tell it by", () => {
  expect(readLine(100, 200)).toBe(
    "100/200 files, 10/s, 10 s left; 1 accepted, 0 duplicate, 0 refused, 0 not aggregate\n",
  );
});

test("without a rate nothing is said of the time left, and one file is one file", () => {
  expect(readLine(1, 1)).toBe("1/1 file; 1 accepted, 0 duplicate, 0 refused, 0 not aggregate\n");
});
