import { randomBytes, randomInt } from "node:crypto";
import { parseAddressList } from "@ruaflow/runtime/addresses";
import { expect, test } from "vitest";
import { forbiddenAddresses, publicAddresses } from "../testing/forbidden-hosts.ts";
import { createAddressGuard } from "./address-guard.ts";
import { isPublicAddress } from "./classify-address.ts";

test("the first and last address of every special-purpose prefix are refused, and their neighbors are allowed", () => {
  expect(forbiddenAddresses.length).toBeGreaterThanOrEqual(100);
  expect(forbiddenAddresses.filter(isPublicAddress)).toEqual([]);
  expect(publicAddresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test("an address in any other form than the standard one is refused", () => {
  const spellings = [
    "",
    "localhost",
    "8.8.8",
    "8.8.8.8.",
    " 8.8.8.8",
    "08.8.8.8",
    "0x8.8.8.8",
    "134744072",
    "8.8.8.8/32",
  ];
  expect([...spellings, "2606:4700::1111%lo", "[2606:4700::1111]", "1.1.1.1\0"].filter(isPublicAddress)).toEqual([]);
});

/** The bits of an address, parsed without the classifier's library. */
function isPublicV6(bytes: Buffer): boolean {
  const first = bytes.readUInt16BE(0);
  const second = bytes.readUInt16BE(2);
  if (first < 0x2000 || first > 0x3fff) return false;
  if (first === 0x2001 && (second < 0x0200 || second === 0x0db8)) return false;
  return first !== 0x2002 && !(first === 0x3fff && second < 0x1000);
}

const starts = [0, 0x0064, 0x0100, 0x1fff, 0x2000, 0x2001, 0x2002, 0x2003, 0x3fff, 0x4000, 0xfc00, 0xfe80, 0xff02];

test("the result for 200,000 random IPv6 addresses equals that of another classifier", () => {
  for (let round = 0; round < 200_000; round++) {
    const bytes = randomBytes(16);
    if (round % 2 === 0) bytes.writeUInt16BE(starts[randomInt(starts.length)] ?? 0, 0);
    if (round % 4 === 0) bytes.writeUInt16BE([0, 0x1ff, 0x200, 0xdb8, 0xfff, 0x1000][randomInt(6)] ?? 0, 2);
    const text = bytes.toString("hex").replace(/(.{4})(?=.)/g, "$1:");
    if (isPublicAddress(text) !== isPublicV6(bytes)) expect.fail(`${text}: ${isPublicAddress(text)}`);
  }
});

test("the operator's ranges are allowed in addition to public addresses, only in their own address family", () => {
  const isAllowed = createAddressGuard(parseAddressList("10.1.0.0/16, ::1/128,"));
  const allowed = ["10.1.0.0", "10.1.255.255", "::1", "8.8.8.8"];
  expect(allowed.filter((address) => !isAllowed(address))).toEqual([]);
  expect(["10.0.255.255", "10.2.0.0", "::ffff:10.1.0.1", "::2", "127.0.0.1", "x"].filter(isAllowed)).toEqual([]);
});
