import { afterEach, expect, test, vi } from "vitest";
import { printJson } from "./print-json.ts";
import { printRow, printRows } from "./table.ts";

const written: string[] = [];
vi.spyOn(process.stdout, "write").mockImplementation((text) => {
  written.push(String(text));
  return true;
});
afterEach(() => {
  written.length = 0;
});
const read = () => JSON.parse(written.join(""));

test("names are in snake_case at every depth; values, and names that are data, stay as they are", () => {
  printJson({
    reportId: "rptX",
    left: [{ domainId: "dom_1", at: new Date(0) }],
    headers: { "x-Kind": 1, traceparent: 2 },
  });
  expect(read()).toEqual({
    report_id: "rptX",
    left: [{ domain_id: "dom_1", at: "1970-01-01T00:00:00.000Z" }],
    headers: { "x-Kind": 1, traceparent: 2 },
  });
});

test("one row is an object, many are an array, and values keep their types", () => {
  const row = { id: "org_1", active: true, failures: 0, scopes: ["a", "b"], expires_at: null };
  printRow(row, { json: true });
  expect(read()).toEqual(row);
  written.length = 0;
  printRows([row], { json: true });
  expect(read()).toEqual([row]);
  written.length = 0;
  printRows([], { json: true });
  expect(read()).toEqual([]);
});
