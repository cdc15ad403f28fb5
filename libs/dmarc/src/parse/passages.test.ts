import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAll, parseWhole } from "../testing/parse-whole.ts";
import { parseReport } from "./parse-report.ts";

/** Shorter than what lies between two fields: a document in such pieces is read tag by tag. */
const PIECE_BYTES = 8;

const field = (name: string, text: string) => [`<${name}>`, text, `</${name}>`];
const element = (name: string, ...children: readonly (readonly string[])[]) => [
  `<${name}>`,
  ...children.flat().flatMap((token) => ["\n  ", token]),
  `</${name}>`,
];
const dkim = element("dkim", field("domain", "a.example"), field("result", "pass"));
const spf = element("spf", field("domain", "b.example"), field("scope", "mfrom"), field("result", "fail"));
const reason = element("reason", field("type", "local_policy"), field("comment", "as agreed"));
const verdicts = [field("disposition", "none"), field("dkim", "pass"), field("spf", "fail")];

/** A record as tags and texts; some of its parts are not in each. */
function toTokens(index: number, parts: { dkims: number; hasReason: boolean; hasSpf: boolean }): string[] {
  return element(
    "record",
    element(
      "row",
      field("source_ip", `192.0.2.${index}`),
      field("count", String(index)),
      element("policy_evaluated", ...verdicts, ...(parts.hasReason ? [reason] : [])),
    ),
    element("identifiers", field("header_from", "a.example")),
    element("auth_results", ...Array.from({ length: parts.dkims }, () => dkim), ...(parts.hasSpf ? [spf] : [])),
  );
}

const snippets = [
  ...["text", "<", "&amp;", "<!-- a -->", "<?a b?>", "<![CDATA[ ]]>", "<![CDATA[a]]>", "<b>", "</b>", "<x>a</x>"],
  ...["<extension>a</extension>", "<extension/>", "<spf/>", "<envelope_to/>", "<selector>s</selector>"],
  ...["</record><record>", "<record></record>"],
];
const edits: readonly ((token: string) => string)[] = [
  ...snippets.map((snippet) => (token: string) => snippet + token),
  () => "",
  (token) => token + token,
  (token) => token.toUpperCase(),
  (token) => token.replace(">", " >"),
  (token) => token.replace(/^<(\w+)>/, '<$1 a="b">'),
  (token) => token.replace(/^<(\w+)>/, '<$1 xmlns="urn:other">'),
  (token) => token.replace(/^<(\w+)>/, '<$1 xmlns="urn:ietf:params:xml:ns:dmarc-2.0">'),
];

/** What a reporter may do in all tags of a record. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/^<(\/?)identifiers/, "<$1identities"],
  [/^<(\/?)(header_from|count)/, "<$1n:$2"],
  [/^<(\/?)header_from/, "<$1header_for"],
  [/^<(record|identifiers)>/, '<$1 xmlns:n="urn:other">'],
  [/^<\/(record|count|row)>/, "</$1 >"],
  [/^b.example$/, ""],
];

interface Written {
  readonly parts: Parameters<typeof toTokens>[1];
  readonly formsUsed: readonly (readonly [RegExp, string])[];
  readonly changes: readonly (readonly [number, (token: string) => string])[];
}

const often = <Value>(some: fc.Arbitrary<Value[]>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<Value[]>([]) }, some);
const records: fc.Arbitrary<Written> = fc.record({
  parts: fc.record({ dkims: fc.integer({ min: 0, max: 2 }), hasReason: fc.boolean(), hasSpf: fc.boolean() }),
  formsUsed: often(fc.subarray([...forms], { maxLength: 2 })),
  changes: often(fc.array(fc.tuple(fc.nat(), fc.constantFrom(...edits)), { maxLength: 2 })),
});
/** Each record several times, as one reporter makes them, and then once more among others. */
const reports = fc
  .array(fc.tuple(records, fc.integer({ min: 2, max: 8 })), { minLength: 2, maxLength: 5 })
  .map((some) => [
    ...some.flatMap(([one, times]) => Array.from({ length: times }, () => one)),
    ...some.map(([one]) => one),
  ]);

function writeReport(written: readonly Written[]): Buffer {
  const texts = written.map(({ parts, formsUsed, changes }, index) => {
    const tokens = toTokens(index + 1, parts).map((token) =>
      formsUsed.reduce((text, [pattern, other]) => text.replace(pattern, other), token),
    );
    for (const [place, change] of changes) tokens[place % tokens.length] = change(tokens[place % tokens.length] ?? "");
    return tokens.join("");
  });
  const range = "<date_range><begin>1700000000</begin><end>1700086399</end></date_range>";
  const head = `<report_metadata><org_name>r</org_name><report_id>1</report_id>${range}</report_metadata>`;
  const policy = "<policy_published><domain>a.example</domain><p>none</p></policy_published>";
  return Buffer.from(`<feedback>${head}${policy}${texts.join("\n")}</feedback>`);
}

test("records that look like those before them say the same as when they are read tag by tag", async () => {
  const kinds = { report: 0, other: 0 };
  const property = fc.asyncProperty(reports, async (written) => {
    const xml = writeReport(written);
    const whole = await parseWhole(xml);
    expect(whole).toEqual(await parseAll(xml, PIECE_BYTES));
    kinds["totals" in whole ? "report" : "other"] += 1;
  });
  await fc.assert(property, { numRuns: 400 });
  expect(kinds.report).toBeGreaterThan(100);
  expect(kinds.other).toBeGreaterThan(20);
}, 120_000);

test("a record is awaited before the next one, also if they look alike", async () => {
  const record = { parts: { dkims: 1, hasReason: false, hasSpf: true }, formsUsed: [], changes: [] };
  const xml = writeReport(Array.from({ length: 20 }, () => record));
  let [inProgress, read] = [0, 0];
  const onRecord = async () => {
    inProgress += 1;
    expect(inProgress).toBe(1);
    await setImmediate();
    inProgress -= 1;
    read += 1;
  };
  const pieces = async function* () {
    yield xml;
  };
  expect(await parseReport(pieces(), { onRecord })).toMatchObject({ totals: { records: 20 } });
  expect(read).toBe(20);
});

test("limits hold in records that look like those before them", async () => {
  const limits = fc.record({
    depthMax: fc.integer({ min: 4, max: 7 }),
    textLengthMax: fc.integer({ min: 8, max: 12 }),
    freeTextLengthMax: fc.integer({ min: 5, max: 12 }),
    ignoredLengthMax: fc.integer({ min: 3, max: 60 }),
    recordsMax: fc.integer({ min: 5, max: 40 }),
    resultsMax: fc.integer({ min: 1, max: 2 }),
    countMax: fc.integer({ min: 5, max: 40 }),
    messagesMax: fc.integer({ min: 10, max: 800 }),
  });
  const property = fc.asyncProperty(reports, limits, async (written, some) => {
    const xml = writeReport(written);
    expect(await parseWhole(xml, some)).toEqual(await parseAll(xml, PIECE_BYTES, some));
  });
  await fc.assert(property, { numRuns: 300 });
});
