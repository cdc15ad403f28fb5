import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFirstHalf, readNumber, readOrganization, readRows } from "./read-rows.ts";

describe("rows of ASN data", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ruaflow-ip-data-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const read = async (text: string) => {
    const path = join(folder, "rows.csv");
    await writeFile(path, text);
    const rows: [number, number, string][] = [];
    await readRows(path, (row) => {
      const first = readNumber(row.bytes, row.begin, row.firstEnd);
      rows.push([first, readNumber(row.bytes, row.lastEnd + 1, row.asnEnd), readOrganization(row)]);
    });
    return rows;
  };

  it("are read whole wherever chunks end", async () => {
    const expected = Array.from({ length: 60_000 }, (_, index) => [index, index * 7, `Ünïted "${index}", Inc.`]);
    const text = expected.map(([first, asn]) => `${first},${first},${asn},"Ünïted ""${first}"", Inc."`).join("\n");
    expect(await read(text)).toEqual(expected);
    expect(await read(`${text}\n`)).toEqual(expected);
  });

  it("are refused when they are incomplete", async () => {
    await expect(read("1,2,3,a\n<html>\n")).rejects.toThrow("not a row of ASN data: <html>");
  });

  it("keep the first half of a 128-bit integer", () => {
    const digits = Buffer.from("42540488161975842760550356425300246528");
    expect(readFirstHalf(digits, 0, digits.length)).toBe(0x2001_0000_0000_0000n);
  });
});
