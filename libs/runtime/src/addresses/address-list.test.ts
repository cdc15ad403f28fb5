import { randomBytes, randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { createAddressList, isMappedAddress, parseAddressList, parseAddressRange } from "./address-list.ts";

test.each([
  ["10.1.0.0/16", "10.1.255.255", true],
  ["10.1.0.0/16", "10.2.0.0", false],
  ["10.1.0.0/16, 192.0.2.7", "192.0.2.7", true],
  ["192.0.2.7", "192.0.2.8", false],
  ["192.0.2.7/32", "192.0.2.7", true],
  ["10.1.0.0/16", "::ffff:10.1.2.3", true],
  ["10.1.0.0/16", "::ffff:10.2.2.3", false],
  ["10.1.0.0/16", "::10.1.2.3", false],
  ["::ffff:10.1.0.0/112", "10.1.2.3", true],
  ["fd00::/8", "fd12:3456::1", true],
  ["FD00::/8", "fd12:3456::1", true],
  ["fd00::/8", "fe80::1", false],
  ["fd00::1", "fd00::1", true],
  ["fd00::1", "fd00:0:0:0:0:0:0:1", true],
  ["fe80::/10", "fe80::1%eth0", true],
  ["10.1.2.3/16", "10.1.200.1", true],
  ["10.1.2.3/16", "10.2.0.1", false],
  [" ,\t10.1.0.0/16 ,\n fd00::/8,, ", "fd00::1", true],
  ["", "127.0.0.1", false],
  ["10.1.0.0/16", "10.1.0.1 ", false],
  ["10.1.0.0/16", "010.1.0.1", false],
  ["10.1.0.0/16", "", false],
])("of %j, %j is a part: %s", (list, address, expected) => {
  expect(parseAddressList(list).includes(address)).toBe(expected);
});

test.each([
  ["010.0.0.1", "without leading zeros"],
  ["10.0.0.08/16", "without leading zeros"],
  ["10.0.0.0/016", "is not an address"],
  ["10.0.0.0/+8", "is not an address"],
  ["10.0.0.0/8.0", "is not an address"],
  ["10.0.0.0/ 8", "is not an address"],
  ["10.0.0.0/33", "is not an address"],
  ["10.0.0.0/", "is not an address"],
  ["10.0.0.0/8/8", "is not an address"],
  ["10.0.0.0/-1", "is not an address"],
  ["10.0.0.0/255.0.0.0", "is not an address"],
  ["10.1/16", "is not an address"],
  ["10/8", "is not an address"],
  ["0x0a.0.0.1", "is not an address"],
  ["167772161", "is not an address"],
  ["１０.0.0.1", "is not an address"],
  ["[fd00::1]", "is not an address"],
  ["::/129", "is not an address"],
  ["fd00::1%lo", "without a zone"],
  ["fe80::1%lo/64", "without a zone"],
  ["proxy.example.com", "is not an address"],
  ["loopback", "is not an address"],
  ["*", "is not an address"],
  ["10.1.0.0/16 192.0.2.1", "is not an address"],
  ["10.1.0.0/16;192.0.2.1", "is not an address"],
])("%j is no part of a list: %s", (part, message) => {
  expect(() => parseAddressList(`127.0.0.1, ${part}`)).toThrow(message);
  expect(() => parseAddressList(part)).toThrow(JSON.stringify(part));
});

test.each([
  "0.0.0.0/0",
  "10.0.0.1/0",
  "0.0.0.0/1",
  "128.0.0.0/1",
  "10.0.0.0/7",
  "::/0",
  "fd00::/0",
  "8000::/1",
  "2000::/3",
  "fc00::/6",
  "::/8",
  "::/80",
  "::1/64",
  "::ffff:0:0/96",
  "::ffff:0.0.0.0/96",
  "::ffff:10.0.0.0/97",
  "::ffff:10.0.0.0/103",
])("%s would include everyone, or half of them, and is refused", (part) => {
  expect(() => parseAddressList(`127.0.0.1, ${part}`)).toThrow(
    `${JSON.stringify(part)} includes addresses of strangers`,
  );
});

test("a long text is shown in part", () => {
  expect(() => parseAddressList("x".repeat(5000))).toThrow(/^"x{100}" is not/);
});

test("each prefix of IPv4 includes what arithmetic says", () => {
  for (let round = 0; round < 5000; round += 1) {
    const [network, length] = [randomBytes(4), randomInt(8, 33)];
    const address = randomBytes(4);
    if (round % 2 === 0) network.copy(address, 0, 0, randomInt(5));
    const mask = length === 32 ? 2 ** 32 - 1 : 2 ** 32 - 2 ** (32 - length);
    const expected = ((network.readUInt32BE() ^ address.readUInt32BE()) & mask) === 0;
    const list = parseAddressList(`${network.join(".")}/${length}`);
    expect([network.join("."), length, address.join("."), list.includes(address.join("."))]).toEqual([
      network.join("."),
      length,
      address.join("."),
      expected,
    ]);
    expect(list.includes(`::ffff:${address.join(".")}`)).toBe(expected);
  }
});

test("lists of ours may be of any width, and mapped addresses are known as such", () => {
  expect(createAddressList(["224.0.0.0/3"]).includes("255.0.0.1")).toBe(true);
  expect(parseAddressList("").isEmpty).toBe(true);
  expect(["::ffff:1.2.3.4", "::FFFF:0102:0304", "0:0:0:0:0:ffff:1:2"].filter(isMappedAddress)).toHaveLength(3);
  expect(["1.2.3.4", "::1.2.3.4", "::1", "x"].filter(isMappedAddress)).toEqual([]);
});

test.each([
  ["192.0.2.0/24", 24, "192.0.2.255", true],
  ["192.0.2.0/24", 24, "192.0.3.0", false],
  ["192.0.2.0/24", 24, "::ffff:192.0.2.1", false],
  ["192.0.2.7", 32, "192.0.2.7", true],
  ["2001:db8::/32", 32, "2001:DB8::1", true],
  ["::/16", 16, "192.0.2.1", false],
  ["fd00::1", 128, "fd00::1", true],
  ["192.0.2.0/24", 24, "no address", false],
])("the range %s of %i bits contains %s: %s", (text, length, address, expected) => {
  const range = parseAddressRange(text);
  expect([range.length, range.contains(address)]).toEqual([length, expected]);
});
