import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createReportKey, type ReportIdentity, toReportDay, toReportId } from "./identity.ts";

const identity: ReportIdentity = {
  organizationId: "org_1",
  policyDomain: "example.com",
  reporter: "receiver.example",
  reportId: "r-1",
  begin: 1_709_856_000,
  end: 1_709_942_399,
};

test("a report key is the SHA-256 of the identity with lengths, and never changes", () => {
  const text = (value: string) => Buffer.concat([Buffer.from([0, 0, 0, value.length]), Buffer.from(value)]);
  const period = Buffer.alloc(16);
  period.writeUInt32BE(1_709_856_000, 4);
  period.writeUInt32BE(1_709_942_399, 12);
  const parts = [Buffer.from("drk1"), ...["org_1", "example.com", "receiver.example", "r-1"].map(text), period];
  const expected = createHash("sha256").update(Buffer.concat(parts)).digest("hex");
  expect(createReportKey(identity)).toBe(expected);
  expect(createReportKey({ ...identity, reportId: " r-1\n" })).toBe(expected);
});

test("two identities that differ in anything have different keys", () => {
  const text = fc.string({ maxLength: 3 });
  const time = fc.integer({ min: -2, max: 2 });
  const any = fc.record({
    organizationId: text,
    policyDomain: text,
    reporter: text,
    reportId: text.map((id) => id.trim()),
    begin: time,
    end: time,
  });
  const property = fc.property(any, any, (left, right) => {
    const isSame = JSON.stringify(Object.entries(left).toSorted()) === JSON.stringify(Object.entries(right).toSorted());
    expect(createReportKey(left) === createReportKey(right)).toBe(isSame);
  });
  fc.assert(property, { numRuns: 2000 });
  expect(createReportKey({ ...identity, organizationId: "org_1e", policyDomain: "xample.com" })).not.toBe(
    createReportKey(identity),
  );
});

test("a report id is the key's first 16 bytes in base32", () => {
  expect(toReportId("00".repeat(32))).toBe(`rpt_${"a".repeat(26)}`);
  expect(toReportId("ff".repeat(32))).toBe(`rpt_${"7".repeat(25)}4`);
  // RFC 4648 section 10: "foobar" is MZXW6YTBOI.
  const key = Buffer.concat([Buffer.from("foobar"), Buffer.alloc(26)]).toString("hex");
  expect(toReportId(key)).toBe("rpt_mzxw6ytboiaaaaaaaaaaaaaaaa");
});

test.for([
  [1_709_856_000, 1_709_942_399, "2024-03-08"],
  [1_709_899_200, 1_709_985_600, "2024-03-09"],
  [1_709_942_399, 1_709_942_399, "2024-03-08"],
  [1_709_942_399, 1_709_856_000, "2024-03-08"],
  [-10, -5, "1970-01-01"],
  [-86_400_000, 0, "1970-01-01"],
  [4_294_967_295, 4_294_967_295, "2106-02-07"],
  [99_999_999_999, 99_999_999_999, "2106-02-07"],
] as const)("the day of %d to %d is %s", ([begin, end, day]) => {
  expect(toReportDay({ begin, end })).toBe(day);
});
