import { expect, test } from "vitest";
import { groupings, nameGroup, readGrouping } from "./groupings.ts";

test.for([
  [undefined, "client_reference"],
  ["other", "client_reference"],
  ["label", "label"],
  ["domain", "domain"],
] as const)("by=%s compares by %s", ([by, groupBy]) => {
  expect(readGrouping(by).groupBy).toBe(groupBy);
});

test("rows are named, also those without a client", () => {
  const [clients] = groupings;
  expect(nameGroup({ key: "C-1" }, clients)).toBe("C-1");
  expect(nameGroup({ key: null }, clients)).toBe("domains without a client");
  expect(nameGroup({ key: "dom_1", domain: "example.com" }, readGrouping("domain"))).toBe("example.com");
});

test("a link to a group looks at that group alone", () => {
  for (const { toChange } of groupings) {
    const given = Object.values(toChange("C-1")).filter((value) => value !== undefined);
    expect(given).toEqual(["C-1"]);
  }
});
