import { type RecordFilterEntry, recordFilters } from "@ruaflow/record-store/filters";
import { expect, test } from "vitest";
import { groupings } from "../groups/group.ts";
import { derivesFromFacts, GROUPS_WITHOUT_FACTS, SHOWS_NO_FACTS } from "./derives-from-facts.ts";

const ask = (query: object, body?: object) => derivesFromFacts({ cached: SHOWS_NO_FACTS, query, body });

test.each([
  {},
  { start_date: "2026-10-01", label: ["a"], result: "fail" },
  { group_by: "domain", sort: "-emails", page: 2 },
  { group_by: "service" },
  { group_by: "sender_cause" },
])("sums of %o need no facts about sources", (query) => {
  expect(ask(query)).toBe(false);
  expect(ask({ format: "json" }, query)).toBe(false);
  expect(derivesFromFacts({ cached: true, query, body: undefined })).toBe(true);
});

test.each([
  { source_organization: "Example" },
  { country: "" },
  { group_by: "country" },
  { group_by: "source_organization" },
  { group_by: ["domain", "country"] },
  { label: "a", a_parameter_to_come: "x" },
])("%o may need them", (query) => {
  expect(ask(query)).toBe(true);
  expect(ask({}, query)).toBe(true);
});

test.each(Object.values<RecordFilterEntry>(recordFilters))("sums by $name need them if the filter says so", (entry) => {
  expect(ask({ [entry.name]: entry.example })).toBe(entry.needsFacts === true);
});

test("only owners and countries are groups of facts", () => {
  expect(groupings.filter((group) => !GROUPS_WITHOUT_FACTS.includes(group))).toEqual([
    "source_organization",
    "country",
  ]);
  expect(groupings).toEqual(expect.arrayContaining([...GROUPS_WITHOUT_FACTS]));
});
