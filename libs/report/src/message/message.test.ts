import { zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { sampleFacts as facts } from "../testing/sample-facts.ts";
import { compressLines, encodeReportMessage } from "./encode-message.ts";
import { countUnpackedBytes, parseReportMessage } from "./parse-message.ts";

test("a message is read back unchanged, small or compressed, with or without records", () => {
  for (const lines of [[], ["0,1"], Array.from({ length: 5000 }, (_, index) => `${index},"é\\n"`)]) {
    const text = Buffer.from(lines.join("\n"));
    for (const encoded of [text, compressLines(text)]) {
      const { value, key } = encodeReportMessage(facts, encoded);
      expect(key).toBe(facts.reportKey);
      expect(parseReportMessage(value)).toEqual({ version: 1, ...facts, lines: text });
    }
  }
});

test("a report whose sender is not proven has the authentic report's partition", () => {
  const authenticKey = "cd".repeat(32);
  expect(encodeReportMessage({ ...facts, trust: "none", authenticKey }, Buffer.from("")).key).toBe(authenticKey);
});

test("the error for an unreadable message says what is wrong", () => {
  const refused = (text: string) => expect(() => parseReportMessage(Buffer.from(text)));
  refused("").toThrow(/does not begin with a line of JSON/);
  refused("{}\n").toThrow(/does not have the form of version 1/);
  refused(JSON.stringify({ ...facts, version: 2 })).toThrow(/\/version/);
  refused(JSON.stringify({ version: 1, ...facts, day: "yesterday" })).toThrow(/\/day/);
  expect(() => parseReportMessage(zstdCompressSync(Buffer.alloc(8)).subarray(0, 9))).toThrow(/decompressed/);
});

test("the unpacked size is known without unpacking, whatever its frame needs to say it", () => {
  const head = Buffer.byteLength(`${JSON.stringify({ version: 1, ...facts })}\n`);
  for (const bytes of [0, 1, 200, 300, 3000, 70_000, 800_000]) {
    const text = Buffer.alloc(bytes, "1");
    for (const lines of [text, compressLines(text)])
      expect(countUnpackedBytes(encodeReportMessage(facts, lines).value), `${bytes} bytes`).toBe(head + bytes);
  }
});

test("a message whose frame is cut off or does not say its size counts as the largest", () => {
  const { frame } = compressLines(Buffer.alloc(3000));
  expect(countUnpackedBytes(frame.subarray(0, 6))).toBe(16 * 1024 * 1024);
  // A window and no size (RFC 8878 section 3.1.1.1.1).
  expect(countUnpackedBytes(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x01, 0x00, 0x00]))).toBe(
    16 * 1024 * 1024,
  );
});

test("a compressed message cannot expand without limit", () => {
  const bomb = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024));
  expect(() => parseReportMessage(bomb)).toThrow(/decompressed/);
  expect(() => parseReportMessage(encodeReportMessage(facts, { frame: bomb }).value)).toThrow(/decompressed/);
});
