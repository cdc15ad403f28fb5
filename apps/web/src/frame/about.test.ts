import { expect, test } from "vitest";
import { readAbout } from "./about.ts";

const filter = { domain: "dom_1", client: "C-1", label: "west", days: "90" };

test.for([
  ["/domains/dom_2", {}, { domainId: "dom_2", hasPeriod: true }],
  ["/domains/dom_2", { tab: "settings", ...filter }, { domainId: "dom_2", hasPeriod: false }],
  ["/clients/A%20%26%20B", { tab: "settings" }, { client: "A & B", hasPeriod: true }],
  ["/keys", filter, {}],
  ["/reports/rpt_1", filter, {}],
  ["/failures", filter, { domainId: "dom_1", client: "C-1", label: "west", isOfMany: false, hasPeriod: true }],
  ["/sources/sender", {}, { isOfMany: true, hasPeriod: true }],
  ["/attention", {}, { isOfMany: true, hasPeriod: false }],
] as const)("%s with %j is about %j", ([path, query, expected]) => {
  expect(readAbout(path, query)).toEqual(expected);
});
