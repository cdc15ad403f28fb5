import { expect, test } from "vitest";
import { readClaimableName } from "./claimable-name.ts";

test.for([
  ["example.com", "example.com"],
  ["Mail.Example.COM.", "mail.example.com"],
  [" bücher.example ", "xn--bcher-kva.example"],
  ["例え.テスト", "xn--r8jz45g.xn--zckzah"],
  ["example.co.uk", "example.co.uk"],
  ["github.io", "github.io"],
  ["someone.github.io", "someone.github.io"],
  ["corp.internal", "corp.internal"],
  ["a_b.example.com", "a_b.example.com"],
  [`${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.example.com`, null],
] as const)("%s can be claimed as %s", ([text, name]) => {
  expect(readClaimableName(text)).toEqual({
    ok: true,
    name: name ?? `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.example.com`,
  });
});

test.for([
  ["192.0.2.1", "ip_address"],
  ["192.0.2.1.", "ip_address"],
  ["2001:db8::1", "ip_address"],
  ["[2001:db8::1]", "ip_address"],
  ["0x7f.1", "not_a_domain"],
  ["com", "single_label"],
  ["localhost", "single_label"],
  ["co.uk", "public_suffix"],
  ["CO.UK", "public_suffix"],
  ["公司.cn", "public_suffix"],
  ["anything.ck", "public_suffix"],
  ["_dmarc.example.com", "record_name"],
  ["s1._domainkey.example.com", "record_name"],
  ["_spf.example.com", "record_name"],
  ["_443._tcp.example.com", "record_name"],
  ["example._tcp", "record_name"],
  ["https://example.com/", "not_a_domain"],
  ["me@example.com", "not_a_domain"],
  ["*.example.com", "not_a_domain"],
  ["", "not_a_domain"],
  ["exam ple.com", "not_a_domain"],
  ["example.com\0", "not_a_domain"],
  [`${"a.".repeat(115)}example.com`, "too_long"],
  [`${"a.".repeat(130)}example.com`, "not_a_domain"],
] as const)("%j cannot be claimed: %s", ([text, reason]) => {
  expect(readClaimableName(text)).toMatchObject({ ok: false, reason, detail: expect.stringMatching(/^is /) });
});

test("a refusal says what to enter instead", () => {
  expect(readClaimableName("_dmarc.mail.example.com")).toMatchObject({
    detail: expect.stringContaining("give the domain itself: mail.example.com"),
  });
  expect(readClaimableName("_443._tcp.example.com")).toMatchObject({
    detail: expect.stringMatching(/give the domain itself: example\.com$/),
  });
  expect(readClaimableName("s1._domainkey.example.com")).toMatchObject({
    detail: expect.stringContaining("give the domain itself: example.com"),
  });
});
