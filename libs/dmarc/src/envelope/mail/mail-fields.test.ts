import { expect, test } from "vitest";
import { readMailFields } from "./mail-fields.ts";

const read = (header: string) => readMailFields(Buffer.from(header, "latin1"));

test("fields are read with their folds, up to and with the empty line", () => {
  const header = "From: a@b\r\nX-Long: a\r\n\tb\r\n  c\r\nsubject:s\r\n\r\n";
  expect(read(`${header}body`)).toEqual({
    headerBytes: header.length,
    fields: [
      { name: "from", text: "From: a@b" },
      { name: "x-long", text: "X-Long: a\r\n\tb\r\n  c" },
      { name: "subject", text: "subject:s" },
    ],
    isPlain: true,
  });
  expect(read(`${header}body`.replaceAll("\r\n", "\n"))).toMatchObject({ headerBytes: 38, isPlain: true });
});

test.each([
  ["bytes over 127 and ISO 2022", "X: \xe9\x1b$B\r\n\r\n"],
  ["a line of blanks that continues a field", "X: a\r\n \r\n b\r\n\r\n"],
  ["a header of nothing", "\r\n"],
  ["fields twice that decide nothing", "To: a\r\nTo: b\r\nMIME-Version: 1.0\r\nMIME-Version: 1.0\r\n\r\n"],
  ["1,000 fields", `${"X: y\r\n".repeat(1000)}\r\n`],
])("%s is plain", (_, header) => {
  expect(read(`${header}body`)).toMatchObject({ headerBytes: header.length, isPlain: true });
});

test.each([
  ["a fold first", " a\r\nFrom: b\r\n\r\n"],
  ["a header without an end", "From: a@b\r\nSubject: s\r\n"],
  ["a header that ends within a line", "From: a@b"],
  ["an end of CR CR LF", "From: a@b\r\n\r\r\n"],
  ["an end of CR CR LF behind line feeds", "From: a@b\n\r\r\n"],
  ["CR CR LF", "From: a@b\r\r\nX: y\r\n\r\n"],
  ["a lone carriage return", "From: a\rb\r\n\r\n"],
  ["a vertical tab", "From: a\vb\r\n\r\n"],
  ["a delete", "From: a\x7fb\r\n\r\n"],
  ["1,001 fields", `${"X: y\r\n".repeat(1001)}\r\n`],
  ["two From", "From: a\r\nFrom: a\r\n\r\n"],
  ["two Subject in two cases", "Subject: a\r\nSUBJECT: a\r\n\r\n"],
  ["two spellings of a type", "Content-Type: text/xml\r\nContentType: text/xml\r\n\r\n"],
  ["two spellings of an encoding", "ContentTransfer-Encoding: 7bit\r\nContent-Transfer-Encoding: 7bit\r\n\r\n"],
  ["two dispositions", "Content-Disposition: inline\r\nContent-Disposition: inline\r\n\r\n"],
])("%s is read, and is not plain", (_, header) => {
  const { headerBytes, isPlain } = read(`${header}`);
  expect({ headerBytes, isPlain }).toEqual({ headerBytes: header.length, isPlain: false });
});

test("a header of CR CR LF is found to its end, with its fields", () => {
  const header = "From: a\r\r\nSubject: s\r\r\n\r\r\n";
  expect(read(`${header}body\r\n\r\n`)).toMatchObject({
    headerBytes: header.length,
    fields: [{ text: "From: a" }, { text: "Subject: s" }],
  });
});
