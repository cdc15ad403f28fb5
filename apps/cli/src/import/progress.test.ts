import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProgress, toBarLine } from "./progress.ts";

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

const text = "1300/2755 files, 710/s, 3 s left; 1276 accepted, 24 refused";

test.each([40, 80, 120])("a bar fits a terminal of %i columns", (columns) => {
  for (const progress of [0, 0.47, 1]) expect(toBarLine(progress, text, columns).length).toBeLessThan(columns);
});

test("a bar of 80 columns shows all of its text, a wider one is longer, and a narrow one is cut", () => {
  expect(toBarLine(0.5, text, 80)).toBe(`${"█".repeat(8)}${"░".repeat(7)} 50% ${text}`);
  expect(toBarLine(1, text, 120)).toBe(`${"█".repeat(40)}100% ${text}`);
  expect(toBarLine(0, text, 40)).toMatch(/^░{8} {2}0% 1300\/2755 files.*…$/);
});
