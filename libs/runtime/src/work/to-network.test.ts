import { expect, test } from "vitest";
import { toNeighbourhood, toNetwork } from "./to-network.ts";

test("an IPv4 address counts for itself, an IPv6 address for its /64, however it is written", () => {
  expect(toNetwork("192.0.2.1")).toBe("192.0.2.1");
  expect(toNetwork("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2");
  expect(toNetwork("2001:db8::5")).toBe("2001:db8:0:0");
});

test("the neighbours of an address are those of its /24, or of its /48", () => {
  expect(toNeighbourhood("192.0.2.1")).toBe(toNeighbourhood("192.0.2.254"));
  expect(toNeighbourhood("192.0.2.1")).not.toBe(toNeighbourhood("192.0.3.1"));
  expect(toNeighbourhood("2001:db8:1:2::1")).toBe(toNeighbourhood("2001:db8:1:ffff::1"));
  expect(toNeighbourhood("2001:db8:1::1")).not.toBe(toNeighbourhood("2001:db8:2::1"));
});
