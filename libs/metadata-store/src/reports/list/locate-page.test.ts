import fc from "fast-check";
import { expect, it } from "vitest";
import { type DayCount, locatePage } from "./locate-page.ts";

const firstDay = Date.parse("2026-01-01");
const countsArbitrary = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 });
const pageArbitrary = fc.record({ offset: fc.nat({ max: 40 }), limit: fc.integer({ min: 1, max: 8 }) });

it("finds only the days that a page touches, in either order", () => {
  fc.assert(
    fc.property(countsArbitrary, pageArbitrary, fc.boolean(), (counts, page, descending) => {
      const days = toDays(counts);
      if (descending) days.reverse();
      const rows = days.flatMap(({ day, reports }) => Array.from({ length: reports }, (_, index) => `${day} ${index}`));
      const wanted = rows.slice(page.offset, page.offset + page.limit);
      const touched = [...new Set(wanted.map((row) => row.slice(0, 10)))].sort();
      const location = locatePage(days, page);
      expect(location && [location.startDate, location.endDate]).toEqual(
        wanted.length === 0 ? null : [touched[0], touched.at(-1)],
      );
      const read = rows.filter((row) => touched.includes(row.slice(0, 10)));
      expect(location?.rows ?? 0).toBe(read.length);
      expect(read.slice(location?.offset, (location?.offset ?? 0) + page.limit)).toEqual(wanted);
    }),
  );
});

function toDays(counts: readonly number[]): DayCount[] {
  return counts.map((reports, index) => ({
    day: new Date(firstDay + index * 86_400_000).toISOString().slice(0, 10),
    reports,
  }));
}
