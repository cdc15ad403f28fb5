import fc from "fast-check";
import { expect, test } from "vitest";
import { showDomains, toUnicodeDomain } from "./idn.ts";

const toName = (unicode: string) => new URL(`http://${unicode}`).hostname;

test.for(["bücher.example", "straße.example", "пример.example", "παράδειγμα.example", "日本語テスト.example"])(
  "%s is shown as it is written",
  (name) => {
    expect(toUnicodeDomain(toName(name))).toBe(name);
  },
);

test.for(["한국.example", "موقع.example", "mail.müller.example", "ひらがな漢字.example", "việt.example"])(
  "%s is shown, too",
  (name) => {
    expect(toUnicodeDomain(toName(name))).toBe(name);
  },
);

test.for([
  ["аррӏе.com", "whole-script confusable of apple"],
  ["раураӏ.com", "whole-script confusable of paypal"],
  ["расе.com", "Cyrillic letters that all look Latin"],
  ["pаypal.com", "Latin with a Cyrillic a"],
  ["gοogle.com", "Latin with a Greek o"],
  ["νικη.com", "Greek letters that all look Latin"],
  ["faĸe.com", "kra"],
  ["paypaı.com", "dotless i"],
  ["example.comノlogin.com", "a katakana stroke that reads like a slash"],
  ["ᎪᏢᏢᏞᎬ.com", "Cherokee"],
  ["ⅿ.ꓲ.com", "Lisu"],
  ["a\u0300\u0300b.com", "the same mark twice"],
] as const)("%s stays an A-label: %s", ([name]) => {
  const ascii = URL.canParse(`http://${name}`) ? toName(name) : name;
  expect(toUnicodeDomain(ascii)).toBe(ascii);
});

test.for([
  "xn--",
  "xn--a",
  "xn--\u0000",
  "xn--99999999999999",
  `xn--${"z".repeat(240)}`,
  "XN--BCHER-KVA",
  "xn--rtl-\u202e",
])("%j is shown as it is", (name) => {
  expect(toUnicodeDomain(`${name}.example`)).toBe(`${name}.example`);
});

test("names that reports make up are shown as they are, or as names that lead back to them", () => {
  const label = fc.stringMatching(/^xn--[a-z0-9-]{1,40}$/);
  fc.assert(
    fc.property(label, (name) => {
      const shown = toUnicodeDomain(name);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\s]/u);
      if (shown !== name) expect(new URL(`http://${shown}.example`).hostname).toBe(`${name}.example`);
    }),
    { numRuns: 2000 },
  );
});

test("a name within a sentence has its A-label beside it", () => {
  expect(showDomains("SPF says fail for xn--bcher-kva.example: see s1._domainkey.xn--bcher-kva.example.")).toBe(
    "SPF says fail for bücher.example (xn--bcher-kva.example): see s1._domainkey.bücher.example (s1._domainkey.xn--bcher-kva.example).",
  );
  // A whole label that reads like a Latin one stays an A-label.
  expect(showDomains("for xn--80ak6aa92e.com.")).toBe("for xn--80ak6aa92e.com.");
});
