import { isIP } from "node:net";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import { toCanonicalAddress } from "./address.ts";

test("every IPv4 address is its own canonical form", () => {
  const property = fc.property(fc.ipV4(), (text) => {
    expect(toCanonicalAddress(text)).toBe(text);
  });
  fc.assert(property, { numRuns: 1000 });
});

test("every IPv6 address has one canonical form, the one another parser finds too", () => {
  const property = fc.property(fc.ipV6(), (text) => {
    // Not ipaddr.js for dotted ones: it takes ::192.0.2.1 for an IPv4-mapped address.
    fc.pre(!text.includes("."));
    const address = ipaddr.IPv6.parse(text);
    const expected = address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toRFC5952String();
    expect(toCanonicalAddress(text)).toBe(expected);
    expect(toCanonicalAddress(text.toUpperCase())).toBe(expected);
  });
  fc.assert(property, { numRuns: 2000 });
});

test.for([
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:C000:0201", "192.0.2.1"],
  ["::ffff:0:0", "0.0.0.0"],
  ["::192.0.2.1", "::c000:201"],
  ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
  ["::", "::"],
  ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
  ["1:0:0:2:3:0:0:4", "1::2:3:0:0:4"],
] as const)("%s is written %s", ([text, canonical]) => {
  expect(toCanonicalAddress(text)).toBe(canonical);
});

test("only what is an address has a canonical form", () => {
  const unit = fc.constantFrom(..."0123456789abcdef:.%x ");
  const property = fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
    if (isIP(text) === 0) expect(toCanonicalAddress(text)).toBe(null);
    else expect(isIP(toCanonicalAddress(text) ?? "")).not.toBe(0);
  });
  fc.assert(property, { numRuns: 20_000 });
});

test("a zone longer than any interface's name makes no address", () => {
  expect(toCanonicalAddress(`fe80::1%${"e".repeat(15)}`)).toBe("fe80::1");
  expect(toCanonicalAddress(`fe80::1%${"e".repeat(100)}`)).toBe(null);
});

test("an endless text is not an address, and is rejected at once", () => {
  const start = process.cpuUsage();
  for (let index = 0; index < 100; index += 1) expect(toCanonicalAddress("1:".repeat(4000) + index)).toBe(null);
  expect(process.cpuUsage(start).user).toBeLessThan(200_000);
});
