import { expect, test } from "vitest";
import type { PolicyPublished, ReportRecord } from "../report.ts";
import { aHeader, aRecord } from "../testing/a-record.ts";
import { createContentHash } from "./content-hash.ts";

const header = aHeader({
  reporter: "receiver.example",
  reportId: "r-1",
  dateRange: { begin: 1_709_856_000, end: 1_709_942_399 },
  policyPublished: { adkim: "r", aspf: "", pct: "100", fo: "1" },
});
const policy = header.policyPublished;

const record = aRecord({ count: 3, policyEvaluated: { dkim: "pass" }, identifiers: { envelopeTo: "" } });

const full = aRecord({
  ordinal: 1,
  sourceIp: "2001:db8::1",
  count: Number.MAX_SAFE_INTEGER,
  policyEvaluated: {
    disposition: "quarantine",
    dkim: "fail",
    spf: "fail",
    reasons: [
      { type: "forwarded", comment: 'a "quoted"\tcomment\n' },
      { type: "", comment: "" },
    ],
  },
  identifiers: {
    headerFrom: "xn--bcher-kva.example",
    envelopeFrom: "",
    envelopeTo: "example.net",
  },
  authResults: {
    dkim: [
      { domain: "example.com", selector: "s1", result: "temperror", humanResult: "Grüße \u{1F600}" },
      { domain: "example.net", selector: "", result: "pass", humanResult: "" },
    ],
    spf: [
      { domain: "example.org", scope: "helo", result: "softfail", humanResult: "" },
      { domain: "example.com", scope: "mfrom", result: "none", humanResult: "\u2028" },
    ],
  },
});

/** Halves of a surrogate pair, and the escape of one written out. */
const broken = aRecord({
  ...record,
  ordinal: 2,
  count: 0,
  identifiers: {
    headerFrom: "a\ud83d",
    envelopeFrom: "\\ud83d",
    envelopeTo: "\ude00b",
  },
});

const many = Array.from({ length: 300 }, (_, ordinal) => ({ ...full, ordinal, count: ordinal }));

/** Hashes that releases before forms had a number gave: stored reports are compared with them. */
const contents: readonly (readonly [string, readonly ReportRecord[], PolicyPublished, string])[] = [
  ["no records", [], policy, "13c39a20c1c74dc7b5bdb50b1d005327252cf622a4b48897c4f3167e8cedb109"],
  ["one record", [record], policy, "b1fe7f81330461271198d837062dd61f16cf3bf7f3972f64c877929a7b9c73cc"],
  ["every field", [full], policy, "97fc3b8f4a43fa4710bfcab1a11ce848360dd199b7cf64e642670037c52e05d3"],
  [
    "halves of surrogate pairs",
    [broken],
    { ...policy, fo: "\ud83d" },
    "06a842299258fe936a698189376a93ccfa3afe2307907ba5c1a9e89ef9876bbf",
  ],
  [
    "records in order",
    [record, full, broken],
    policy,
    "fb6a5bec9872e3dd44555988c33d02c221171cad8aaab91b91d70f9d3d01e046",
  ],
  [
    "records in another order",
    [full, record, broken],
    policy,
    "e7a95ba51a645deaac6fbd900f209994c2e86ab9c04ec018d50ccb69389a227f",
  ],
  [
    "more than one buffer",
    many,
    { ...policy, np: "reject", testing: "y", discoveryMethod: "treewalk" },
    "2e6ebca1eebf35b3c1ec3a65ee10e249b29d3c14bb31436089735e437979e3a7",
  ],
];

test.for(contents)("form 1 of the content never changes: %s", ([, records, policyPublished, expected]) => {
  const hash = createContentHash();
  for (const each of records) hash.add(each);
  expect(hash.digest({ ...header, policyPublished })).toMatchObject({ contentHash: expected });
});
