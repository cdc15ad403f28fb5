import { expect, test } from "vitest";
import { type RecordFilterEntry, recordFilters } from "./record-filters.ts";

const entries = Object.values<RecordFilterEntry>(recordFilters);

test.for(entries)(
  "$name reads facts and verdicts about sources only if it says so, or stale answers would be sent",
  (entry) => {
    for (const text of [entry.example, ...(entry.needsFacts ? [""] : [])]) {
      const value = entry.parse(text);
      expect(value).toBeDefined();
      const { sql } = entry.toSql(value, {}, "");
      expect(sql.includes("source_facts")).toBe(entry.needsFacts === true);
      expect(sql.includes("verdicts")).toBe(entry.needsVerdicts === true);
    }
  },
);

test("each filter has a parameter of its own", () => {
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
});
