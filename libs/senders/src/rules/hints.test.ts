import { describe, expect, test } from "vitest";
import { isGoogleDefaultOf, isTenantLike } from "./default-signatures.ts";
import { isAccessName, isForwarderName } from "./forwarder-names.ts";
import { quote, quoteAll } from "./sentences/quoting.ts";

test.each([
  "lists.example.org",
  "list2.example.org",
  "alumni.example.edu",
  "mx-antispam2.example.org",
  "mailman.example.org",
  "fwd1.example.net",
])("%s is named as a forwarder", (name) => {
  expect(isForwarderName(name)).toBe(true);
});

test.each([
  "mail.example.org",
  "list-manage.com",
  "playlist.example",
  "wishlists-shop.example",
  "forwardair.example",
  "groupshop.example",
])("%s is not named as a forwarder", (name) => {
  expect(isForwarderName(name)).toBe(false);
});

test.each([
  "c-73-12-44-9.hsd1.il.comcast.net",
  "p5b2a1c3d.dip0.dynamic.example.net",
  "static.9.7.2.192.example.net",
  "host-1-2-3-4.pool.example.net",
])("%s is a customer's line", (name) => {
  expect(isAccessName(name)).toBe(true);
});

test.each(["resqmta-a1p-077437.sys.comcast.net", "mail1.example.net", "smtp-out-12.example.net"])(
  "%s is a server",
  (name) => {
    expect(isAccessName(name)).toBe(false);
  },
);

test.each([
  ["example-com.20230601.gappssmtp.com", "example.com", true],
  ["example-com.20230601.gappssmtp.com", "news.example.com", true],
  ["other-com.20230601.gappssmtp.com", "example.com", false],
  ["example-com.gappssmtp.com.example", "example.com", false],
])("the default of Google %s is of %s: %s", (signer, from, isOf) => {
  expect(isGoogleDefaultOf(signer, from)).toBe(isOf);
});

test.each([
  ["exampleltd.onmicrosoft.com", "example.com", true],
  ["exam-ple.onmicrosoft.com", "exam-ple.co.uk", true],
  ["ex.onmicrosoft.com", "ex.com", true],
  ["example.onmicrosoft.com", "ex.com", false],
  ["fabrikam.onmicrosoft.com", "example.com", false],
])("the tenant %s resembles %s: %s", (signer, from, resembles) => {
  expect(isTenantLike(signer, from)).toBe(resembles);
});

describe("text of reports", () => {
  test.each([
    ["example.com", "example.com"],
    ["s1._domainkey.example.com", "s1._domainkey.example.com"],
    ["2001:db8::1", "2001:db8::1"],
    ["", '""'],
    ["a b", '"a b"'],
    ['"><script>', '"???script?"'],
    ["evil\u0000\u202e.example", '"evil??.example"'],
    ["[click](https://example.net)", '"?click?(https://example.net)"'],
  ])("%j is quoted as %s", (text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });

  test("longer than 80 characters is cut", () => {
    expect(quote(`${"a".repeat(300)}.example`)).toBe(`${"a".repeat(80)}...`);
  });

  test("of many names names three", () => {
    expect(quoteAll(["a.example", "b.example", "a.example"])).toBe("a.example and b.example");
    expect(quoteAll(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
  });
});
