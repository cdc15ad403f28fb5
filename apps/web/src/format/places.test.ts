import { expect, test } from "vitest";
import { describePlace } from "./places.ts";

test.each([
  ["/body/domains/3/client_reference", "domains, number 4, client reference"],
  ["/body/name", "name"],
  ["/body", ""],
  ["/query/start_date", ""],
  ["", ""],
])("the place %s is %j in words", (pointer, words) => {
  expect(describePlace(pointer)).toBe(words);
});
