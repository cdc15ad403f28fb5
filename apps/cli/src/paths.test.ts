import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type InputFile, listInputFiles, readAll } from "./paths.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ruaflow-paths-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
}

const readInput = (file: InputFile) => readAll(file.open());

const list = () => [...listInputFiles([folder])].map(({ name }) => relative(folder, name));

test("of a folder everything is listed except hidden files, in the order of names", () => {
  write("b.xml", "a/2.xml", "a/1.xml", ".hidden", ".folder/c.xml");
  expect(list()).toEqual(["a/1.xml", "a/2.xml", "b.xml"]);
});

test("of a Maildir the messages are listed, also of its folders, and nothing that is not delivered completely", () => {
  write("new/1", "cur/2:2,S", "tmp/3", "dovecot-uidlist", ".subscriptions", "new/.hidden");
  write(".Archive/new/4", ".Archive/cur/5:2,", ".Archive/tmp/6", ".notes/7");
  expect(list()).toEqual(["cur/2:2,S", "new/1", ".Archive/cur/5:2,", ".Archive/new/4"]);
});

test("files and folders whose names are no UTF-8 are listed and read, beside those whose names are", async () => {
  const latin1 = Buffer.from(`${folder}/Ber\u00fccht`, "latin1");
  mkdirSync(latin1);
  writeFileSync(Buffer.concat([latin1, Buffer.from("/f\u00fcr.xml", "latin1")]), "for");
  write("ü.xml");
  const files = [...listInputFiles([folder])];
  expect(files.map(({ name }) => relative(folder, name))).toEqual(["Berücht/für.xml", "ü.xml"]);
  expect(await Promise.all(files.map(readInput))).toEqual(["for", "ü.xml"]);
});
