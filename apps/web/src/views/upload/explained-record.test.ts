import { expect, test } from "vitest";
import { readRecord } from "./explained-record.ts";

test("each check is shown with the domains it was made for", () => {
  const record = {
    ordinal: 0,
    source_ip: "192.0.2.1",
    count: 3,
    dmarc_pass: true,
    dkim_alignment: "pass",
    dkim_domains: ["a.example", "b.example"],
    dkim_results: ["pass", "fail"],
    spf_alignment: "fail",
    spf_domains: ["c.example"],
    spf_results: ["softfail"],
  };
  expect(readRecord(record)).toMatchObject({
    ordinal: "0",
    hasPassed: true,
    dkimFound: "a.example pass, b.example fail",
    spfFound: "c.example softfail",
  });
});

test("fields that are missing become empty", () => {
  expect(readRecord({})).toMatchObject({ count: 0, hasPassed: false, source: "", dkimFound: "" });
});
