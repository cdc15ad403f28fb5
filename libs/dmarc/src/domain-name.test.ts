import fc from "fast-check";
import { expect, test } from "vitest";
import { parentDomains, toDomainName } from "./domain-name.ts";

test.for([
  ["example.com", "example.com"],
  [" Example.COM. ", "example.com"],
  ["_dmarc.example.com", "_dmarc.example.com"],
  ["Bücher.example", "xn--bcher-kva.example"],
  ["XN--BCHER-KVA.example", "xn--bcher-kva.example"],
  ["例え。テスト", "xn--r8jz45g.xn--zckzah"],
  ["localhost", "localhost"],
  ["a-.-b.example", "a-.-b.example"],
  [`${"a".repeat(63)}.example`, `${"a".repeat(63)}.example`],
] as const)("%s is the domain name %s", ([text, name]) => {
  expect(toDomainName(text)).toBe(name);
});

test.for([
  "",
  ".",
  "example..com",
  ".example.com",
  "exa mple.com",
  "user@example.com",
  "example.com/path",
  "example.com:25",
  "ex%61mple.com",
  "ex％61mple.com",
  "bücher.example/ä",
  "192.0.2.1",
  "１９２.0.2.1",
  "0x7f.1",
  "[2001:db8::1]",
  "example.com\0",
  "<script>",
  "xn--ü.example",
  "a".repeat(64),
  `${"a".repeat(64)}.example`,
  `${"a.".repeat(127)}example`,
  "é".repeat(300),
])("%j is not a domain name", (text) => {
  expect(toDomainName(text)).toBe(null);
});

test("a domain name is its own domain name", () => {
  const property = fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
    const name = toDomainName(text);
    if (name !== null) expect(toDomainName(name)).toBe(name);
  });
  fc.assert(property, { numRuns: 3000 });
});

test("parents go from the longest name to the shortest, at most 10", () => {
  expect(parentDomains("example")).toEqual(["example"]);
  expect(parentDomains("a.b.example.com")).toEqual(["a.b.example.com", "b.example.com", "example.com", "com"]);
  const long = parentDomains("1.2.3.4.5.6.7.8.9.10.11.12");
  expect(long).toHaveLength(10);
  expect(long.slice(0, 2)).toEqual(["1.2.3.4.5.6.7.8.9.10.11.12", "4.5.6.7.8.9.10.11.12"]);
  expect(long.at(-1)).toBe("12");
});
