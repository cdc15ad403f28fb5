// A later release that knows one more element of the policy, and nothing more of a record.
import { beforeAll, expect, test, vi } from "vitest";
import type { ReportHeader } from "../report.ts";
import { aHeader, aRecord } from "../testing/a-record.ts";
import { sampleFacts } from "../testing/sample-facts.ts";

const FORMS = "./forms.ts";
const header = aHeader();

type Forms = typeof import("./forms.ts");

let current: Awaited<ReturnType<typeof load>>;
let later: typeof current;

beforeAll(async () => {
  current = await load();
  vi.doMock(FORMS, async (original) => addForm(await original<Forms>()));
  later = await load();
  vi.doUnmock(FORMS);
  // The next file of this worker must not read the later release.
  vi.resetModules();
});

async function load() {
  vi.resetModules();
  return {
    ...(await import("../content/content-hash.ts")),
    ...(await import("../message/encode-message.ts")),
    ...(await import("../message/parse-message.ts")),
  };
}

function addForm({ fieldForms, headerFields, recordFields }: Forms) {
  const future = {
    name: "policy_future",
    path: "policyPublished/future",
    kind: "optional",
    meaning: "",
    write: ({ policyPublished }: ReportHeader) => ("future" in policyPublished ? policyPublished.future : null),
  } as const;
  const form = { step: 999, header: [future], record: [] };
  return { fieldForms: [...fieldForms, form], headerFields: [...headerFields, future], recordFields };
}

const withFuture = (future: string | null): ReportHeader => {
  return { ...header, policyPublished: Object.assign({ future }, header.policyPublished) };
};

function hash(release: typeof current, of: ReportHeader) {
  const content = release.createContentHash();
  const lines = [content.add(aRecord()), content.add(aRecord({ ordinal: 1 }))];
  return { lines, hashes: content.digest(of) };
}

const SPARE_LINES = Buffer.from("0");

test("a new field of the header changes no hash of an older form, and no line of a record", () => {
  const before = hash(current, header);
  const after = hash(later, withFuture("y"));
  expect(after.lines).toEqual(before.lines);
  expect(after.hashes.contentHash).toBe(before.hashes.contentHash);
  const forms = before.hashes.newerHashes ?? [before.hashes.contentHash];
  expect(after.hashes.newerHashes?.slice(0, -1)).toEqual(forms);
});

test("reports that differ in the new field alone are no duplicates, also if one lacks it", () => {
  const contents = [null, "", "y", "n"].map((future) => hash(later, withFuture(future)).hashes);
  for (const [index, one] of contents.entries())
    for (const [position, other] of contents.entries())
      expect(later.isSameContent(one, other)).toBe(index === position);
});

test("what a release without the field stored is a duplicate, whatever the field says now", () => {
  const stored = hash(current, header).hashes;
  for (const future of [null, "y"]) {
    const again = hash(later, withFuture(future)).hashes;
    expect(later.isSameContent(stored, again)).toBe(true);
    expect(current.isSameContent(current.toKnownForms(again), stored)).toBe(true);
  }
});

test("a header that form 1 reads otherwise differs there alone", () => {
  const inForm1 = { ...header, policyPublished: { ...header.policyPublished, p: "none</p" } };
  const content = later.createContentHash();
  const hashes = content.digest(withFuture("y"), inForm1);
  expect(hashes.contentHash).toBe(current.createContentHash().digest(inForm1).contentHash);
  expect(hashes.newerHashes).toEqual(later.createContentHash().digest(withFuture("y")).newerHashes);
});

test("messages of both releases are read by both: a field that is not there is absent, and one that is unknown is ignored", () => {
  const ofCurrent = current.encodeReportMessage(sampleFacts, SPARE_LINES).value;
  const ofLater = later.encodeReportMessage({ ...sampleFacts, header: withFuture("y") }, SPARE_LINES).value;
  expect(later.parseReportMessage(ofCurrent).header.policyPublished).toHaveProperty("future", null);
  expect(later.parseReportMessage(ofLater).header.policyPublished).toHaveProperty("future", "y");
  expect(current.parseReportMessage(ofLater).header).toMatchObject(header);
  expect(current.parseReportMessage(ofCurrent).header).toEqual(sampleFacts.header);
});

test("a later release refuses a message whose new field is not what it should be", () => {
  const wrong = { ...header, policyPublished: Object.assign({ future: 1 }, header.policyPublished) };
  const message = later.encodeReportMessage({ ...sampleFacts, header: wrong }, SPARE_LINES);
  expect(() => later.parseReportMessage(message.value)).toThrow(/future/);
});
