import { readFileSync } from "node:fs";
import type { ReportRecord } from "@ruaflow/report";
import { expect, test } from "vitest";
import { ReportDocument } from "./document.ts";
import { reportFields, text } from "./fields.ts";
import { createGrammar } from "./grammar.ts";
import { defaultXmlLimits } from "./limits.ts";

const plain = readFileSync(new URL("../../golden/plain.xml", import.meta.url), "utf8");
const xml = Buffer.from(plain.replace("</identifiers>", "<helo><name> mail.example </name></helo></identifiers>"));

function parse(grammar?: ReturnType<typeof createGrammar<typeof reportFields>>) {
  const records: ReportRecord[] = [];
  const document = new ReportDocument(defaultXmlLimits, (record) => void records.push(record), {
    ...(grammar && { grammar }),
  });
  for (const _ of document.read(xml));
  for (const _ of document.readEnd());
  return { records, result: document.finish() };
}

test("a field is one line of the table: its element is known, and its value comes out", () => {
  const identifiers = { ...reportFields.identifiers, helo: text("record/identifiers/helo/name") };
  const grammar = createGrammar({ ...reportFields, identifiers });
  const { records, result } = parse(grammar);
  expect(records[0]?.identifiers).toEqual({ ...parse().records[0]?.identifiers, helo: "mail.example" });
  expect(result).toMatchObject({ kind: "report", warnings: [] });
  expect(parse().result).toMatchObject({ warnings: [{ code: "unknown-element", path: "record/identifiers/helo" }] });
});

test("the fields of records come after those of the header, whose texts stay until the end", () => {
  const { groups, firstRecordSlot, slotCount } = createGrammar(reportFields);
  const fields = Object.values(groups).flatMap((group) => group.fields);
  expect(fields.map(({ slot }) => slot)).toEqual([...Array(slotCount).keys()]);
  for (const { path, slot } of fields) expect(path.startsWith("record/")).toBe(slot >= firstRecordSlot);
});
