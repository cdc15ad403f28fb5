import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_LOAD, toCapacity } from "./capacity.ts";
import { REPORTS_PER_DAY, toCapacityTable } from "./to-table.ts";

test("docs/capacity.md has the table that npm run capacity prints", () => {
  const page = readFileSync(new URL("../../docs/capacity.md", import.meta.url), "utf8");
  expect(page).toContain(toCapacityTable(REPORTS_PER_DAY));
});

test("twice the reports take twice of everything, and at least one server of each", () => {
  const one = toCapacity({ ...DEFAULT_LOAD, reportsPerDay: 1_000_000 });
  const two = toCapacity({ ...DEFAULT_LOAD, reportsPerDay: 2_000_000 });
  for (const name of ["PostgreSQL", "ClickHouse", "Kafka"] as const) {
    expect(two.cores[name] / one.cores[name]).toBeCloseTo(2);
    expect(two.bytes[name] / one.bytes[name]).toBeCloseTo(2);
    expect(toCapacity({ ...DEFAULT_LOAD, reportsPerDay: 1 }).servers[name]).toBe(1);
  }
});
