import { expect, test } from "vitest";
import { toZoneLines } from "./zone-lines.ts";

test("records are lines of a zone file, with full names and quoted texts", () => {
  const records = [
    { host: "_dmarc", type: "TXT", value: "v=DMARC1; p=none" },
    { host: "_x", type: "TXT", value: 'a"b\\c' },
  ];
  expect(toZoneLines("example.com", { required: records, optional: [], authorization: null })).toBe(
    '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=none"\n_x.example.com. 3600 IN TXT "a\\"b\\\\c"',
  );
});

test("a long text is divided into strings of at most 255 bytes", () => {
  const line = toZoneLines("example.com", {
    required: [{ host: "_x", type: "TXT", value: "a".repeat(300) }],
    optional: [],
    authorization: null,
  });
  expect(line).toBe(`_x.example.com. 3600 IN TXT "${"a".repeat(255)}" "${"a".repeat(45)}"`);
});

test("all four records are there, and it is said which is optional and which is not the domain's own", () => {
  const record = (host: string) => ({ host, type: "TXT", value: host });
  const zone = {
    required: [record("_dmarc"), record("_ruaflow-verification")],
    optional: [record("_mta-sts")],
    authorization: { name: "example.com._report._dmarc.reports.example", expected: "v=DMARC1" },
  };
  expect(toZoneLines("example.com", zone).split("\n")).toEqual([
    '_dmarc.example.com. 3600 IN TXT "_dmarc"',
    '_ruaflow-verification.example.com. 3600 IN TXT "_ruaflow-verification"',
    "; optional",
    '_mta-sts.example.com. 3600 IN TXT "_mta-sts"',
    "; in the zone of this service, by its operator",
    'example.com._report._dmarc.reports.example. 3600 IN TXT "v=DMARC1"',
  ]);
});
