import { expect, test } from "vitest";
import { toZoneLines } from "./zone-lines.ts";

test("records are lines of a zone file, with full names and quoted texts", () => {
  const records = [
    { host: "_dmarc", type: "TXT", value: "v=DMARC1; p=none" },
    { host: "_x", type: "TXT", value: 'a"b\\c' },
  ];
  expect(toZoneLines("example.com", records)).toBe(
    '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=none"\n_x.example.com. 3600 IN TXT "a\\"b\\\\c"',
  );
});

test("a long text is divided into strings of at most 255 bytes", () => {
  const line = toZoneLines("example.com", [{ host: "_x", type: "TXT", value: "a".repeat(300) }]);
  expect(line).toBe(`_x.example.com. 3600 IN TXT "${"a".repeat(255)}" "${"a".repeat(45)}"`);
});
