import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { extractDocument } from "../extract-document.ts";
import { openEnvelope } from "../open-envelope.ts";
import { inChunks } from "../testing/collect-entries.ts";
import { attachment, buildMail, buildMultipart, text } from "../testing/mail-builder.ts";
import { readMediaType } from "./media-type.ts";

const xml = "<feedback></feedback>";
const twice = { header: "Content-Type: text/xml; charset=gb2312", body: `${xml}\r\n${xml}` };

async function listCharsets(mail: Buffer): Promise<(string | null)[]> {
  const charsets: (string | null)[] = [];
  for await (const entry of openEnvelope(inChunks(mail))) charsets.push(entry.kind === "document" ? entry.charset : "");
  return charsets;
}

test("a document has the charset of the mail part that it is, and none of what is around that part", async () => {
  const file = attachment("a.xml", Buffer.from(xml), 'text/xml; charset="Big5"');
  const packed = attachment("b.xml.gz", gzipSync(xml), "application/gzip; charset=gb2312");
  expect(await listCharsets(buildMultipart([text("A report."), file, packed]))).toEqual(["Big5", null]);
  expect(await listCharsets(buildMultipart([twice]))).toEqual(["gb2312", "gb2312"]);
  expect(await listCharsets(buildMail("Content-Type: text/xml; charset=gb2312", xml))).toEqual([null]);
  expect(await listCharsets(Buffer.from(xml))).toEqual([null]);
});

test("a document that is read again has the same", async () => {
  const { charset, xml: document } = await extractDocument(inChunks(buildMultipart([twice])), { entry: 1, limits: {} });
  expect(charset).toBe("gb2312");
  expect(Buffer.concat(await Array.fromAsync(document)).toString()).toContain(xml);
});

test.each([
  ["text/xml; charset=gb2312", "gb2312"],
  ['text/xml;name="a; charset=x"; CharSet="Shift_JIS"', "Shift_JIS"],
  ["text/xml; charset=euc-jp; broken", "euc-jp"],
  ["text/xml", undefined],
  [`text/xml; name="${"a".repeat(5_000)}"; charset=euc-jp`, undefined],
])("%j says that the charset is %s", (value, charset) => {
  expect(readMediaType(value).charset).toBe(charset);
});
