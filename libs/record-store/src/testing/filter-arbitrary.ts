import fc from "fast-check";
import type { Filter } from "../questions/filter.ts";
import type { RecordFilter } from "../questions/record-filters.ts";
import { filterMembers, sampleFilter } from "./filter-cases.ts";
import type { GeneratedReport } from "./generate-reports.ts";

/** Periods begin before the first day and end after the last; domains may be all, some, none, or unknown; records all or some. */
export function filterArbitrary(
  reports: readonly GeneratedReport[],
  { firstDay, days }: { readonly firstDay: string; readonly days: number },
): fc.Arbitrary<Filter> {
  const domainIds = [...new Set(reports.map(({ row }) => row.domainId))];
  const day = (offset: number) => new Date(Date.parse(firstDay) + offset * 86_400_000).toISOString().slice(0, 10);
  return fc
    .record({
      from: fc.integer({ min: -2, max: days }),
      length: fc.integer({ min: 0, max: days }),
      chosen: fc.option(fc.subarray([...domainIds, "dom_unknown"]), { nil: undefined }),
      records: fc.option(recordFilterArbitrary(reports), { nil: undefined }),
    })
    .map(({ from, length, chosen, records }) => ({
      startDate: day(from),
      endDate: day(from + length),
      ...(chosen && { domainIds: chosen }),
      ...(records && { records }),
    }));
}

/** Some of the facts of a record that exists, so that most filters find something. */
function recordFilterArbitrary(reports: readonly GeneratedReport[]): fc.Arbitrary<RecordFilter> {
  return fc
    .record({
      record: fc.constantFrom(...reports.flatMap(({ records }) => records)),
      bits: fc.integer({ min: 0, max: 32 }),
      chosen: fc.subarray([...filterMembers], { minLength: 1, maxLength: 3 }),
    })
    .map(({ record, bits, chosen }) => sampleFilter(chosen, record, bits));
}
