import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseReport } from "./parse-report.ts";

const plain = readFileSync(new URL("../../golden/same-source-twice.xml", import.meta.url));

async function* toPieces(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

test("the next record waits for the promise of the one before", async () => {
  const steps: string[] = [];
  await parseReport(toPieces(plain), {
    onRecord: async ({ ordinal }) => {
      steps.push(`begin ${ordinal}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      steps.push(`end ${ordinal}`);
    },
  });
  expect(steps).toEqual(["begin 0", "end 0", "begin 1", "end 1"]);
});

test("errors of the input and of onRecord are thrown, not made a refusal", async () => {
  async function* fail(): AsyncGenerator<Uint8Array> {
    yield plain.subarray(0, 100);
    throw new Error("disk");
  }
  await expect(parseReport(fail(), { onRecord: () => {} })).rejects.toThrow("disk");
  const reject = () => Promise.reject(new Error("full"));
  await expect(parseReport(toPieces(plain), { onRecord: reject })).rejects.toThrow("full");
  const fails = () => {
    throw new Error("bad");
  };
  await expect(parseReport(toPieces(plain), { onRecord: fails })).rejects.toThrow("bad");
});

test("bytes may be overwritten once they are read", async () => {
  const xml = readFileSync(new URL("../../golden/utf8-non-ascii.xml", import.meta.url));
  const buffer = Buffer.alloc(1);
  async function* read(): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < xml.length; from += buffer.length) {
      const length = xml.copy(buffer, 0, from);
      yield buffer.subarray(0, length);
    }
  }
  const whole = await parseReport(toPieces(xml), { onRecord: () => {} });
  expect(await parseReport(read(), { onRecord: () => {} })).toEqual(whole);
});

test("a document larger than one slice is read as one in pieces", async () => {
  const text = plain.toString();
  const at = text.indexOf("  <record>");
  const record = text.slice(at, text.indexOf("</record>") + "</record>".length);
  const xml = Buffer.from(text.slice(0, at) + record.repeat(500) + text.slice(at).replaceAll("Example", "Exämple"));
  const whole = await parseReport(toPieces(xml), { onRecord: () => {} });
  expect(whole).toMatchObject({ kind: "report", totals: { records: 502, messages: 1506, passed: 1506 } });
  const pieces = Array.from({ length: Math.ceil(xml.length / 999) }, (_, index) =>
    xml.subarray(index * 999, index * 999 + 999),
  );
  expect(await parseReport(toPieces(...pieces), { onRecord: () => {} })).toEqual(whole);
});
