import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordFields } from "../fields/forms.ts";
import { aRecord } from "../testing/a-record.ts";
import { encodeRecord, readOrdinal } from "./encode-record.ts";

const decode = (line: string): unknown[] => JSON.parse(`[${line}]`);
const readValue = (line: string, column: string) => decode(line)[recordFields.findIndex(({ name }) => name === column)];

describe("an encoded record", () => {
  it("is one line with a value for each column, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (text, ordinal) => {
        const identifiers = { headerFrom: text, envelopeFrom: text, envelopeTo: null };
        const line = encodeRecord(aRecord({ ordinal, identifiers }));
        expect(line).not.toMatch(/[\n\r]/);
        expect(decode(line)).toHaveLength(recordFields.length);
        expect(readValue(line, "header_from")).toBe(text.toWellFormed());
        expect(readOrdinal(line)).toBe(ordinal);
      }),
    );
  });

  it("has the values in the same order as messages of earlier releases", () => {
    const record = aRecord({
      ordinal: 7,
      policyEvaluated: { disposition: "d", dkim: "pass", spf: "fail", reasons: [{ type: "t", comment: "c" }] },
      identifiers: { headerFrom: "h", envelopeFrom: "", envelopeTo: null },
      authResults: {
        dkim: [{ domain: "dd", selector: "ds", result: "dr", humanResult: "dh" }],
        spf: [{ domain: "sd", scope: "ss", result: "sr", humanResult: "sh" }],
      },
    });
    const released =
      '7,"192.0.2.1",1,"d","pass","fail",true,"dr","sr","h","",null,["t"],["c"],' +
      '["dd"],["ds"],["dr"],["dh"],["sd"],["ss"],["sr"],["sh"]';
    expect(encodeRecord(record).slice(0, released.length)).toBe(released);
  });

  it("has arrays of one length for the results of a mechanism, for the views join them", () => {
    const result = fc.record({
      domain: fc.string(),
      selector: fc.string(),
      result: fc.string(),
      humanResult: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(result), (dkim) => {
        const spf = dkim.map(({ selector: scope, ...rest }) => ({ ...rest, scope }));
        const line = encodeRecord(aRecord({ authResults: { dkim, spf } }));
        for (const array of [
          "dkim_domains",
          "dkim_selectors",
          "dkim_results",
          "spf_domains",
          "spf_scopes",
          "spf_results",
        ])
          expect(readValue(line, array), array).toHaveLength(dkim.length);
      }),
    );
  });

  it("contains no half of a surrogate pair, which would fail the insert of all other reports", () => {
    const identifiers = {
      headerFrom: "a\ud83d",
      envelopeFrom: "\\ud83d",
      envelopeTo: "\ud83d\ude00",
    };
    const line = encodeRecord(aRecord({ identifiers }));
    expect(readValue(line, "header_from")).toBe("a\ufffd");
    expect(readValue(line, "envelope_from")).toBe("\\ud83d");
    expect(readValue(line, "envelope_to")).toBe("\ud83d\ude00");
  });

  it.each([
    [[], "none"],
    [["fail"], "fail"],
    [["softfail", "fail"], "softfail"],
    [["fail", "pass", "none"], "pass"],
  ])("reduces the raw results %j to %s", (results, expected) => {
    const dkim = results.map((result) => ({ domain: "d", selector: "s", result }));
    const spf = results.map((result) => ({ domain: "d", scope: "mfrom", result }));
    const line = encodeRecord(aRecord({ authResults: { dkim, spf } }));
    expect([readValue(line, "dkim_result"), readValue(line, "spf_result")]).toEqual([expected, expected]);
  });

  it.each([
    ["dkim", { dkim: "pass", spf: "fail" }, true],
    ["spf", { dkim: "fail", spf: "pass" }, true],
    ["neither", { dkim: "none", spf: "softfail" }, false],
  ])("passes DMARC by alignment alone: %s", (_name, alignment, passed) => {
    expect(readValue(encodeRecord(aRecord({ policyEvaluated: alignment })), "dmarc_pass")).toBe(passed);
  });

  it.each([
    { count: -1 },
    { count: 1.5 },
    { count: Number.NaN },
    { count: 2 ** 53 },
    { ordinal: -1 },
    { ordinal: 2 ** 32 },
    { sourceIp: "" },
    { sourceIp: "1.2.3" },
  ])("is refused when it could not be stored: %j", (changes) => {
    expect(() => encodeRecord(aRecord(changes))).toThrow(RangeError);
  });
});
