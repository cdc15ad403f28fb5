import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultXmlLimits } from "@ruaflow/dmarc/parse";
import { expect, test } from "vitest";
import { writeReport } from "../testing/write-report.ts";
import { createChunkCollector } from "./chunks.ts";
import { readDocument } from "./document.ts";

const folder = mkdtempSync(join(tmpdir(), "document-"));

async function read(email: string, freeTextLengthMax: number) {
  const xml = writeReport("example.com").toString().replace("noreply@google.com", email);
  async function* body() {
    yield Buffer.from(xml);
  }
  const collector = createChunkCollector(join(folder, "chunks"));
  return readDocument({ xml: body(), charset: null, warnings: [] }, collector, {
    freeTextLengthMax,
    ignoredLengthMax: 1024 * 1024,
  });
}

test("a header too large for a message is refused with its size", async () => {
  expect(await read("e".repeat(190_000), 1024 * 1024)).toMatchObject({ kind: "report" });
  expect(await read("e".repeat(210_000), 1024 * 1024)).toMatchObject({ reason: "header-too-large" });
  expect(await read("e".repeat(210_000), defaultXmlLimits.freeTextLengthMax)).toMatchObject({ kind: "report" });
});
