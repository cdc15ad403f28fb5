import { randomBytes } from "node:crypto";
import { gzipSync, InflateRaw } from "node:zlib";
import { expect, test, vi } from "vitest";
import { openEnvelope } from "./open-envelope.ts";
import { collectEntries, inChunks } from "./testing/collect-entries.ts";
import { buildOutlookMessage } from "./testing/compound-file-builder.ts";
import { attachment, buildMail, buildMultipart, text } from "./testing/mail-builder.ts";
import { buildTar } from "./testing/tar-builder.ts";
import { buildZip } from "./testing/zip-builder.ts";

const xml = "<feedback/>";
const gz = gzipSync(xml);
const zip = buildZip([{ name: "a.xml", data: xml }]);

test("a plain XML document is handed out as it is, whatever its name says", async () => {
  expect(await collectEntries(Buffer.from(xml), { name: "report.zip" })).toEqual(["report.zip: <feedback/>"]);
});

test.each([
  ["a UTF-8 byte-order mark", Buffer.from("\ufeff<feedback/>")],
  ["UTF-16 with a byte-order mark", Buffer.from("\ufeff<feedback/>", "utf16le")],
  ["UTF-16 without one", Buffer.from("<feedback/>", "utf16le")],
])("%s is left to the parser", async (_, bytes) => {
  expect(await collectEntries(bytes)).toEqual([`s: ${bytes.toString()}`]);
});

test("white space before the document is passed over", async () => {
  expect(await collectEntries(Buffer.from(`\r\n \t<?xml version="1.0"?>${xml}`))).toEqual([
    `s: <?xml version="1.0"?>${xml}`,
  ]);
});

test.each([
  ["nothing", ""],
  ["the word unused", "unused"],
  ["white space", "  \r\n"],
  ["a picture", "\x89PNG\r\n\x1a\n"],
  ["a web page", "<!DOCTYPE html><html></html>"],
  ["a web page in XML", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ["JSON", '{"a": 1}'],
])("%s is not a report", async (_, bytes) => {
  expect(await collectEntries(Buffer.from(bytes, "latin1"))).toEqual(["s: no-report"]);
  expect(await collectEntries(gzipSync(bytes))).toEqual(["s: no-report"]);
});

test("an SMTP TLS report is recognized, packed or not", async () => {
  const json = '{"organization-name": "Example", "report-id": "1", "policies": []}';
  expect(await collectEntries(Buffer.from(json))).toEqual(["s: tls-report"]);
  expect(await collectEntries(gzipSync(json))).toEqual(["s: tls-report"]);
  expect(await collectEntries(Buffer.from(`\ufeff ${json}`))).toEqual(["s: tls-report"]);
});

test("containers nest in any order", async () => {
  expect(await collectEntries(gzipSync(gz))).toEqual([`s: ${xml}`]);
  expect(await collectEntries(buildZip([{ name: "a.xml.gz", data: gz }]))).toEqual([`s > a.xml.gz: ${xml}`]);
  expect(await collectEntries(buildZip([{ name: "b.zip", data: zip }]))).toEqual([`s > b.zip > a.xml: ${xml}`]);
  const mail = buildMultipart([attachment("google.zip", zip)]);
  expect(await collectEntries(gzipSync(buildTar([{ name: "m.eml", data: mail }])))).toEqual([
    `s > m.eml > google.zip > a.xml: ${xml}`,
  ]);
});

test("an Outlook message gives its attachments, one with a mail in it too", async () => {
  const message = buildOutlookMessage([gz, buildMultipart([attachment("a.zip", zip)]), Buffer.from("unused")]);
  expect(await collectEntries(message)).toEqual([
    `s > attachment 1: ${xml}`,
    `s > attachment 2 > a.zip > a.xml: ${xml}`,
  ]);
});

test("what an Outlook message gives counts as output, as its attachments may share their bytes", async () => {
  const message = buildOutlookMessage([gz, gz]);
  expect(await collectEntries(message, { limits: { outputBytesMax: 6000 } })).toEqual([
    `s > attachment 1: ${xml}`,
    "s: output-too-large",
  ]);
});

test("containers that cannot be read are refused by name", async () => {
  expect(await collectEntries(Buffer.from("789f3e2201020304", "hex"))).toEqual(["s: winmail-dat"]);
  expect(await collectEntries(Buffer.from("Rar!\x1a\x07\x00", "latin1"))).toEqual(["s: unsupported-archive"]);
  expect(await collectEntries(Buffer.from("d0cf11e0a1b11ae1".padEnd(2048, "0"), "hex"))).toEqual(["s: outlook-msg"]);
});

test("a refusal says what is wrong, and what to do", async () => {
  const { value } = await openEnvelope(inChunks(Buffer.from("789f3e2201020304", "hex"))).next();
  expect(value).toMatchObject({
    kind: "refused",
    path: "submission",
    detail: expect.stringMatching(/^[^.]+.*\. [A-Z].*\.$/),
  });
});

test("a container without a report is one entry: no report", async () => {
  expect(
    await collectEntries(
      buildZip([
        { name: "a.txt", data: "hello" },
        { name: "b.txt", data: "hi" },
      ]),
    ),
  ).toEqual(["s: no-report"]);
  expect(await collectEntries(buildMultipart([text("hello"), text("hi")]))).toEqual(["s: no-report"]);
  expect(await collectEntries(buildZip([]))).toEqual(["s: no-report"]);
});

test("names in paths have no control characters and are bounded", async () => {
  const [line = ""] = await collectEntries(
    buildZip([{ name: `a\u0000\u001b[31m\u202eb${"x".repeat(5000)}`, data: xml }]),
    {
      name: "n\r\nm",
    },
  );
  expect(line).toMatch(/^n m > a \[31m bx+…: <feedback\/>$/);
  expect(line.length).toBeLessThan(200);
});

test("an error of the body itself is thrown to the reader", async () => {
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${xml}${" ".repeat(5000)}`);
    throw new Error("connection lost");
  }
  await expect(collectEntries(breaking())).rejects.toThrow("connection lost");
});

test("documents may be left unread, and the next one still comes whole", async () => {
  const large = `<feedback>${randomBytes(350_000).toString("hex")}</feedback>`;
  const files = ["a", "b", "c"].map((name) => ({ name, data: name === "c" ? xml : large }));
  for (const container of [buildZip(files), buildTar(files), gzipSync(buildTar(files))]) {
    const seen: string[] = [];
    for await (const entry of openEnvelope(inChunks(container), { name: "s" })) {
      if (entry.kind === "document" && entry.path === "s > c")
        for await (const chunk of entry.xml) seen.push(String(chunk));
      else if (entry.kind === "document") for await (const chunk of entry.xml) if (chunk.length > 0) break;
    }
    expect(seen).toEqual([xml]);
  }
});

test("a document cannot be read any more once the next entry was asked for", async () => {
  const entries = openEnvelope(
    inChunks(
      buildTar([
        { name: "a", data: xml },
        { name: "b", data: xml },
      ]),
    ),
  );
  const { value } = await entries.next();
  await entries.next();
  const xmlOfFirst = value?.kind === "document" ? value.xml[Symbol.asyncIterator]() : undefined;
  await expect(xmlOfFirst?.next()).rejects.toThrow("passed over");
});

test("leaving the entries early ends the body and every decompression", async () => {
  let isClosed = false;
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield* inChunks(gzipSync(buildTar([{ name: "a", data: "<feedback>".repeat(1e6) }])), 1000);
    } finally {
      isClosed = true;
    }
  }
  const destroy = vi.spyOn(InflateRaw.prototype, "destroy");
  for await (const entry of openEnvelope(body())) {
    expect(entry.kind).toBe("document");
    expect(destroy).not.toHaveBeenCalled();
    break;
  }
  expect(isClosed).toBe(true);
  expect(destroy).toHaveBeenCalledOnce();
  destroy.mockRestore();
});

const first = '<?xml version="1.0"?><feedback><record>1</record></feedback>';

test.each([
  ["at once", ""],
  ["behind a line break and a declaration", '\r\n<?xml version="1.0" encoding="UTF-8"?>\n'],
  ["behind a byte-order mark", '\ufeff<?xml version="1.0"?>'],
])("two reports in one file are two documents, the second %s", async (_, between) => {
  const file = Buffer.from(`${first}${between}<ns:Feedback>2</ns:Feedback>\n`);
  const documents = [`s: ${first}`, `s > report 2: ${between.trimStart()}<ns:Feedback>2</ns:Feedback>\n`];
  const read = (lines: string[]) => lines.map((line) => line.replace(/: \s+/, ": "));
  for (let chunkBytes = 1; chunkBytes <= file.length; chunkBytes += 1) {
    expect(read(await collectEntries(inChunks(file, chunkBytes)))).toEqual(documents);
  }
  const members = Buffer.concat([gzipSync(first), gzipSync(file.subarray(first.length))]);
  expect(read(await collectEntries(members))).toEqual(documents);
});

test("a report that is left unread is passed over, and the next one still comes whole", async () => {
  const long = `<feedback>${randomBytes(350_000).toString("hex")}</feedback>`;
  const seen: string[] = [];
  for await (const entry of openEnvelope(inChunks(Buffer.from(`${long}${long}${first}`)), { name: "s" })) {
    if (entry.kind !== "document") continue;
    if (entry.path === "s > report 2") for await (const _ of entry.xml) break;
    if (entry.path === "s > report 3") for await (const piece of entry.xml) seen.push(String(piece));
  }
  expect(seen.join("")).toBe(first);
});

test("a report that quotes the beginning of another one is one report", async () => {
  const quoting = `<feedback><error>&lt;/feedback>&lt;feedback></error><error>feedback</error></feedback><!-- <feedback> -->`;
  expect(await collectEntries(Buffer.from(quoting))).toEqual([`s: ${quoting}`]);
});

test("what repeats itself is read, however well it packs, as long as it unpacks within the budget", async () => {
  const repeated = Buffer.concat([Buffer.from("<feedback>"), Buffer.alloc(3 * 1024 * 1024, " ")]);
  const limits = { outputBytesMax: repeated.length + gzipSync(repeated).length };
  const nested = gzipSync(gzipSync(repeated));
  for (const [packed, path] of [
    [nested, "s"],
    [buildZip([{ name: "a.xml", data: repeated }]), "s > a.xml"],
  ] as const) {
    expect(await collectEntries(packed, { limits })).toEqual([`${path}: ${repeated.length} bytes`]);
  }
  const tooSmall = { outputBytesMax: limits.outputBytesMax - 1 };
  expect(await collectEntries(nested, { limits: tooSmall })).toEqual(["s: output-too-large"]);
});

test("a mail that is base64 text of a gzip in its only text part is unpacked", async () => {
  expect(await collectEntries(buildMail("Content-Type: text/plain", gz.toString("base64")))).toEqual([
    `s > part 1: ${xml}`,
  ]);
  expect(await collectEntries(Buffer.from(`${zip.toString("base64")}\n`))).toEqual([`s > a.xml: ${xml}`]);
});
