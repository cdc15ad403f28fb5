import { expect, test } from "vitest";
import { toAddressText } from "./stored-address.ts";

test.each([
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["192.0.2.1", "192.0.2.1"],
  ["::192.0.2.1", "::c000:201"],
  ["::0.1.0.2", "::1:2"],
  ["2001:db8::1", "2001:db8::1"],
  ["::1", "::1"],
  ["::", "::"],
])("the address that ClickHouse writes as %s is %s, as in the report", (stored, address) => {
  expect(toAddressText(stored)).toBe(address);
});
