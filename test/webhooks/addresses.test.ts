import { isPublicAddress } from "@ruaflow/webhooks/address";
import { beforeAll, expect, test } from "vitest";
import { createRandom } from "../support/report-generator.ts";
import { createAddresses, judgeIndependently } from "./random-addresses.ts";

let addresses: readonly string[];
let verdicts: readonly boolean[];

beforeAll(() => {
  addresses = createAddresses(createRandom(1), { v6: 20_000, v4: 5000 });
  verdicts = judgeIndependently(addresses);
});

const findDifferences = (isPublic: (address: string) => boolean) =>
  addresses.filter((address, index) => isPublic(address) !== verdicts[index]);

test("25,000 made-up addresses are judged as by an independent classifier", () => {
  expect(verdicts).toHaveLength(addresses.length);
  expect(findDifferences(isPublicAddress)).toEqual([]);
});

/** Each is a hole that some guard of webhooks has had: the addresses in it, as they are made up here. */
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
])("a classifier that lets %s pass would be found out", (_name, hole) => {
  expect(addresses.filter((address) => hole.test(address)).length).toBeGreaterThan(0);
  expect(findDifferences((address) => isPublicAddress(address) || hole.test(address))).not.toEqual([]);
});
