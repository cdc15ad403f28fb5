import type { ReportRecord } from "@ruaflow/report";
import { expect, test } from "vitest";
import { generateReports } from "../testing/generate-reports.ts";
import { columnsOf, createRowReader, toSelectList } from "./columns.ts";
import { recordColumns, toRecord } from "./record-columns.ts";
import { reportColumns, toReportRow } from "./report-columns.ts";

interface ExtendedRecord extends ReportRecord {
  readonly helo: { readonly name: string; readonly hops: readonly { readonly host: string }[] };
}

const { column } = columnsOf<ExtendedRecord>();
const reports = [
  ...generateReports({
    seed: 1,
    organizationId: "o",
    domains: 2,
    firstDay: "2025-05-01",
    days: 2,
    reportsPerDay: 5,
    recordsMean: 9,
  }),
];

/** A row as the engine returns it. */
function toStored<Source>(columns: readonly { name: string; write: (source: Source) => unknown }[], source: Source) {
  return Object.fromEntries(columns.map(({ name, write }) => [name, write(source)]));
}

test("readers restore the values that the columns write", () => {
  for (const { row, records } of reports) {
    expect(toReportRow(toStored(reportColumns, row))).toEqual(row);
    for (const record of records) expect(toRecord(toStored(recordColumns, record))).toEqual(record);
  }
});

test("a column is one line of the table: it is written, selected and read", () => {
  const columns = [...recordColumns, column("helo_name", "helo/name"), column("helo_hosts", "helo/hops[]/host")];
  const [record] = reports.flatMap(({ records }) => records);
  const extended = { ...record, helo: { name: "mail.example", hops: [{ host: "a" }, { host: "b" }] } };
  const stored = toStored<ExtendedRecord>(columns, extended as ExtendedRecord);
  expect(stored).toMatchObject({ helo_name: "mail.example", helo_hosts: ["a", "b"] });
  expect(toSelectList(columns)).toContain(", helo_name, helo_hosts");
  expect(createRowReader<ExtendedRecord>()(columns)(stored)).toEqual(extended);
});

test("a property without a column does not compile", () => {
  // @ts-expect-error: helo has no column
  expect(createRowReader<ExtendedRecord>()(recordColumns)).toBeTypeOf("function");
});
