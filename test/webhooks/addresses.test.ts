import { isPublicAddress } from "@ruaflow/webhooks/address";
import { beforeAll, expect, test } from "vitest";
import { createRandom } from "../support/report-generator.ts";
import { classifyIndependently, createAddresses } from "./random-addresses.ts";

let addresses: readonly string[];
let expected: readonly boolean[];

beforeAll(() => {
  addresses = createAddresses(createRandom(1), { v6: 20_000, v4: 5000 });
  expected = classifyIndependently(addresses);
});

const findDifferences = (isPublic: (address: string) => boolean) =>
  addresses.filter((address, index) => isPublic(address) !== expected[index]);

test("25,000 random addresses are classified as by an independent classifier", () => {
  expect(expected).toHaveLength(addresses.length);
  expect(findDifferences(isPublicAddress)).toEqual([]);
});

/** Known holes in webhook address guards, with the random addresses in each. */
test.each([
  ["NAT64", /^0064:ff9b:0000:0000:0000:0000/],
  ["local NAT64", /^0064:ff9b:/],
  ["6to4", /^2002:/],
  ["Teredo", /^2001:0000:/],
  ["IPv4-mapped or -compatible", /^0000:0000:0000:0000:0000:0000/],
  ["ISATAP in a public prefix", /^2.*:0000:5efe:/],
  ["site local", /^fe[c-f]/],
  ["SRv6", /^5f00:/],
  ["documentation", /^3fff:0[0-9a-f]{3}:/],
  ["discard", /^0100:0000:0000:0000/],
  ["unique local", /^f[cd]/],
  ["carrier-grade NAT", /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./],
  ["link local IPv4", /^169\.254\./],
])("a classifier that accepts %s would be detected", (_name, hole) => {
  expect(addresses.filter((address) => hole.test(address)).length).toBeGreaterThan(0);
  expect(findDifferences((address) => isPublicAddress(address) || hole.test(address))).not.toEqual([]);
});
