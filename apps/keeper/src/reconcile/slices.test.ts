import { expect, test } from "vitest";
import { cutIntoSlices } from "./slices.ts";

const days = (...counts: readonly number[]) =>
  counts.map((reports, index) => ({ day: `2026-03-0${index + 1}`, reports }));

test("slices cover all of time without gaps, and have few reports each", () => {
  expect(cutIntoSlices([])).toEqual([{ firstDay: "1970-01-01", lastDay: "2149-06-06", reports: 0 }]);
  expect(cutIntoSlices(days(4, 5, 2, 20, 1), "2026-01-01", 10)).toEqual([
    { firstDay: "2026-01-01", lastDay: "2026-03-02", reports: 9 },
    { firstDay: "2026-03-03", lastDay: "2026-03-03", reports: 2 },
    { firstDay: "2026-03-04", lastDay: "2026-03-04", reports: 20 },
    { firstDay: "2026-03-05", lastDay: "2149-06-06", reports: 1 },
  ]);
});

test("the slice after a day continues with the next day, also over the end of a month", () => {
  const [, second] = cutIntoSlices(
    [
      { day: "2024-02-28", reports: 6 },
      { day: "2024-03-09", reports: 6 },
    ],
    undefined,
    10,
  );
  expect(second?.firstDay).toBe("2024-02-29");
});
