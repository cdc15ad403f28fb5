import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProgress } from "./progress.ts";

const counts = { accepted: 1, duplicate: 0, refused: 0, "not-aggregate": 0 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function readLine(done: number, total: number, reports?: number): string {
  const output = new PassThrough();
  const progress = createProgress(total, output);
  vi.advanceTimersByTime(10_000);
  progress.update(done, counts, reports);
  return String(output.read());
}

test("the time left is shown once a rate is known", () => {
  expect(readLine(100, 200)).toBe(
    "100/200 files, 10/s, 10 s left; 1 accepted, 0 duplicate, 0 refused, 0 not aggregate\n",
  );
});

test("without a rate the time left is not shown, and one file is singular", () => {
  expect(readLine(1, 1)).toBe("1/1 file; 1 accepted, 0 duplicate, 0 refused, 0 not aggregate\n");
});

test("the reports of an archive are counted while it is read, and the time left is not guessed", () => {
  expect(readLine(0, 1, 250)).toBe(
    "250 reports of 0/1 file, 25/s; 1 accepted, 0 duplicate, 0 refused, 0 not aggregate\n",
  );
});
