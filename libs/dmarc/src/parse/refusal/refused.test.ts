// Each reason to refuse a document says where it is wrong, who sent it, and what to do.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { XmlLimits } from "../limits.ts";
import { parseReport } from "../parse-report.ts";
import type { RefusalReason } from "./refusal.ts";
import type { RefusedReport } from "./refused.ts";

const plain = readFileSync(new URL("../../../golden/plain.xml", import.meta.url), "utf8");

async function refuse(xml: string | Uint8Array, limits: Partial<XmlLimits> = {}): Promise<RefusedReport> {
  async function* bytes() {
    yield Buffer.from(xml);
  }
  const result = await parseReport(bytes(), { onRecord: () => {}, limits });
  if (result.kind !== "refused") throw new Error(`read as ${result.kind}`);
  return result;
}

interface Case {
  readonly xml: string;
  readonly limits?: Partial<XmlLimits>;
  readonly detail: string;
}

const BY = "the reporter, “Receiver Example (receiver.example)”,";
const record = plain.slice(plain.indexOf("  <record>"), plain.indexOf("</feedback>"));

const cases: Readonly<Record<RefusalReason, Case>> = {
  empty: {
    xml: " \n",
    detail: "The report is empty. Ask the reporter to send it again. Technical detail: no text.",
  },
  "not-xml": {
    xml: "\nDear postmaster,\nplease find attached",
    detail:
      "The file is not a DMARC report, which begins with an XML tag (line 2, column 1: “Dear postmaster,”). Send the report itself, as XML, gzip, zip or the mail that brought it. Technical detail: begins with Dear postmaster,\nplease find attached.",
  },
  doctype: {
    xml: plain.replace("<feedback>", "<!DOCTYPE feedback [\n]>\n<feedback>"),
    detail:
      "The report declares a document type (DTD), which is never read because it can carry an attack (line 2, column 1: “<!DOCTYPE feedback [”). Ask the reporter to send it without one. Technical detail: a document type declaration.",
  },
  truncated: {
    xml: plain.slice(0, plain.indexOf("</source_ip>")),
    detail: `The report is incomplete: its end is missing (line 22, column 27: “<source_ip>”). Save or download the complete file and send it again. If it ends here in the original too, ask ${BY} to send it again. Technical detail: the document ends before its last end tag.`,
  },
  "not-well-formed": {
    xml: plain.replace("</row>", "</identifiers>"),
    detail: `The report is damaged: its tags do not fit together (line 29, column 5: “</identifiers>”). Send the original file, if it was edited or converted. Otherwise ask ${BY} to send it again. Technical detail: </identifiers> where </row> is due in record/row.`,
  },
  "several-reports": {
    xml: `${plain}<feedback/>`,
    detail: `A second report begins inside the document of the first (line ${plain.split("\n").length}, column 1: “<feedback/>”). Send each report as a file of its own. Technical detail: a second feedback element.`,
  },
  "too-large": {
    xml: plain,
    limits: { bytesMax: 1000 },
    detail: `The report is larger than a report may be. Ask the operator of this service to import the file, or ask ${BY} for smaller reports. Technical detail: over 1000 bytes.`,
  },
  "too-deep": {
    xml: plain.replace("<row>", "<a><b>\n<c>"),
    limits: { depthMax: 4 },
    detail: `The report has more levels of tags than any report needs (line 22, column 1: “<c>”). Ask ${BY} to correct it and send it again. Technical detail: over 4 elements deep.`,
  },
  "too-many-records": {
    xml: plain.replace("</feedback>", `${record}</feedback>`),
    limits: { recordsMax: 1 },
    detail: `The report has more records than a report may have (line 71, column 3: “</record>”). Ask the operator of this service to import the file, or ask ${BY} for smaller reports. Technical detail: over 1 records.`,
  },
  "too-many-messages": {
    xml: plain,
    limits: { messagesMax: 2 },
    detail: `The report counts more messages than there can be (line 45, column 3: “</record>”). Ask ${BY} to correct it and send it again. Technical detail: over 2 messages.`,
  },
  "too-many-attributes": {
    xml: plain.replace("<row>", '<row a="1" b="2">'),
    limits: { attributesMax: 1 },
    detail: `A tag of the report has too many attributes (line 21, column 5: “<row a="1" b="2">”). Ask ${BY} to correct it and send it again. Technical detail: over 1 attributes.`,
  },
  "tag-too-long": {
    xml: plain.replace("<row>", `<${"x".repeat(129)}>`),
    detail: `A tag of the report is too long (line 21, column 5: “<${"x".repeat(79)}”). Ask ${BY} to correct it and send it again. Technical detail: a tag or its name is over 128 characters.`,
  },
  "text-too-long": {
    xml: plain.replace("192.0.2.1", "1".repeat(60)),
    limits: { textLengthMax: 50 },
    detail: `A text in the report is too long (line 22, column 18: “<source_ip>${"1".repeat(60)}</source_”). Ask ${BY} to correct it and send it again. Technical detail: record/row/source_ip is over 50 characters.`,
  },
  "no-period": {
    xml: plain.replace("1709856000", "Friday").replace("1709942399", "Saturday"),
    detail: `The report does not say which days it is about (line 8, column 14: “<begin>Friday</begin>”). Ask ${BY} to correct it and send it again. Technical detail: neither begin nor end of the period is a number.`,
  },
  "no-domain": {
    xml: plain.replaceAll("example.com<", "two words<"),
    detail: `The report does not say which domain it is about (line 13, column 13: “<domain>two words</domain>”). Ask ${BY} to correct it and send it again. Technical detail: no usable policy domain, and none that all records share.`,
  },
};

test.each(Object.entries(cases))(
  "%s is explained in words a person can act on",
  async (reason, { xml, limits, detail }) => {
    const result = await refuse(xml, limits);
    expect(result).toMatchObject({ reason, detail });
    const { line, column, excerpt, reporter } = result.facts;
    expect(detail.includes("(line")).toBe(line !== undefined);
    if (line !== undefined) expect(detail).toContain(`(line ${line}, column ${column}: “${excerpt}”)`);
    if (reporter !== undefined) expect(reporter).toBe("Receiver Example (receiver.example)");
  },
);

test("what the report does not state is not named: a period without elements has no line", async () => {
  const result = await refuse(plain.replace(/<date_range>.*<\/date_range>/s, ""));
  expect(result.facts).toEqual({ reporter: "Receiver Example (receiver.example)" });
  expect(result.detail).toMatch(/^The report does not say which days it is about\. Ask the reporter, “Receiver/);
});

test("the reporter is named by what it states: the domain alone, or a name that has it", async () => {
  const broken = plain.replace("</row>", "</identifiers>");
  const unnamed = broken.replace(/<org_name>.*<\/org_name>/, "");
  expect((await refuse(unnamed)).facts.reporter).toBe("receiver.example");
  expect((await refuse(broken.replace("Receiver Example", "RECEIVER.example"))).facts.reporter).toBe(
    "RECEIVER.example",
  );
  expect((await refuse(unnamed.replace(/<email>.*<\/email>/, ""))).facts).not.toHaveProperty("reporter");
});

test("characters that do not show themselves are escaped, in the excerpt and in the name", async () => {
  const text = plain.replace("Receiver", "Re\u202eceiver").replace("</row>", "<!-- \u200e\t --></identifiers>");
  const { facts, detail } = await refuse(text);
  expect(facts.excerpt).toBe("<!-- \\u200e\\u0009 --></identifiers>");
  expect(facts.reporter).toBe("Re\\u202eceiver Example (receiver.example)");
  expect(detail).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test("an excerpt has at most 80 characters with its escapes, and no half of a pair", async () => {
  const long = await refuse(plain.replace("</row>", `${"<!--\u202e-->".repeat(50)}</identifiers>`));
  expect(long.facts.excerpt?.length).toBeLessThanOrEqual(80);
  for (const shift of ["", "x"]) {
    const pairs = await refuse(plain.replace("</row>", `<!--${shift}${"😀".repeat(100)}--></identifiers>`));
    expect(pairs.facts.excerpt).not.toContain("\\ud");
  }
});

test("the local part of an address is in no excerpt, on either side of the place", async () => {
  const names = ["<x>jane@own.example</x></identifiers>", "</identifiers><x>jane@own.example</x>", "<x>jane"];
  for (const text of names) {
    const cut = plain.indexOf("</row>");
    const { facts } = await refuse(plain.slice(0, cut) + text);
    expect(facts.excerpt).not.toContain("jane");
    expect(facts.line).toBe(29);
  }
});

test("lines and columns are right in a report of any length, and whatever its line ends", async () => {
  const line = `${record.replaceAll(/\s*\n\s*/g, "")}\n`;
  const records = 4000;
  const many = plain.replace("</feedback>", `${line.repeat(records)}  </row>`);
  const lineNumber = many.slice(0, many.lastIndexOf("</row>")).split("\n").length;
  for (const text of [many, many.replaceAll("\n", "\r\n"), many.replaceAll("\n", "\r")]) {
    expect((await refuse(text)).facts).toMatchObject({ line: lineNumber, column: 3, excerpt: "</row>" });
  }
  const oneLine = many.replaceAll("\n", "");
  expect((await refuse(oneLine)).facts).toMatchObject({ line: 1, column: oneLine.lastIndexOf("</row>") + 1 });
});

test("an excerpt is the same however the document is split, also in one piece of many slices", async () => {
  const broken = plain.replace("</row>", "</identifiers><x>behind</x>");
  const text = plain.replace("</feedback>", `${record.repeat(200)}${broken.slice(broken.indexOf("  <record>"))}`);
  const bytes = Buffer.from(text);
  const at = bytes.indexOf("</identifiers><x>");
  async function* split(...ends: number[]) {
    let from = 0;
    for (const end of [...ends, bytes.length]) {
      yield bytes.subarray(from, end);
      from = end;
    }
  }
  for (const ends of [[], [at + 3], [at + 20], [at - 65_536 + 3]]) {
    const result = await parseReport(split(...ends), { onRecord: () => {} });
    expect(result).toMatchObject({ facts: { excerpt: "</identifiers><x>behind</x>" } });
  }
});

test("an error of the input behind the place of a refusal is not that of the document", async () => {
  async function* failing() {
    yield Buffer.from(`${plain.slice(0, plain.indexOf("</row>"))}</identifiers>`);
    throw new Error("the input ends");
  }
  expect(await parseReport(failing(), { onRecord: () => {} })).toMatchObject({ reason: "not-well-formed" });
});

test("a value in the header is found again behind any number of records", async () => {
  const line = record.replaceAll(/\s*\n\s*/g, "");
  const text = plain.replace("1709856000", "x").replace("1709942399", "").replace("</feedback>", line.repeat(2000));
  expect((await refuse(`${text}</feedback>`)).facts).toMatchObject({ line: 8, excerpt: "<begin>x</begin>" });
});
