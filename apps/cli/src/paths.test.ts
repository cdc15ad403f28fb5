import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type InputFile, listInputFiles, readAll } from "./paths.ts";
import { SkippedEntries } from "./skipped-entries.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ruaflow-paths-"));
  skipped = new SkippedEntries();
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
}

const readInput = (file: InputFile) => readAll(file.open());

let skipped: SkippedEntries;
const list = () => [...listInputFiles([folder], skipped)].map(({ name }) => relative(folder, name));

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
  const files = [...listInputFiles([folder], skipped)];
  expect(files.map(({ name }) => relative(folder, name))).toEqual(["Berücht/für.xml", "ü.xml"]);
  expect(await Promise.all(files.map(readInput))).toEqual(["for", "ü.xml"]);
});

const createPipe = (name: string) => execFileSync("mkfifo", [join(folder, name)]);

test("of a folder only regular files are read: pipes and links are counted, and lead nowhere", () => {
  const other = mkdtempSync(join(tmpdir(), "ruaflow-paths-"));
  writeFileSync(join(other, "secret.xml"), "");
  write("a.xml", "b/c.xml");
  createPipe("pipe");
  symlinkSync(join(other, "secret.xml"), join(folder, "link.xml"));
  symlinkSync(other, join(folder, "b", "folder"));
  symlinkSync(join(folder, "nowhere"), join(folder, "dangling"));
  expect(list()).toEqual(["a.xml", "b/c.xml"]);
  expect(skipped.toText()).toBe("skipped: 3 links, 1 named pipe\n");
  expect(skipped.toJson()).toEqual({ links: 3, named_pipes: 1 });
  rmSync(other, { recursive: true });
});

test("of a Maildir links are not followed, either", () => {
  write("new/1", "cur/2:2,S", "tmp/3");
  const other = mkdtempSync(join(tmpdir(), "ruaflow-paths-"));
  for (const name of ["new", "cur", "tmp"]) mkdirSync(join(other, name));
  writeFileSync(join(other, "new", "4"), "");
  symlinkSync(other, join(folder, ".Archive"));
  symlinkSync(join(other, "new", "4"), join(folder, "new", "5"));
  expect(list()).toEqual(["cur/2:2,S", "new/1"]);
  expect(skipped.toText()).toBe("skipped: 1 link\n");
  rmSync(other, { recursive: true });
});

test("a link or a pipe that is named itself is read, a pipe once", async () => {
  write("a.xml");
  createPipe("pipe");
  symlinkSync(join(folder, "a.xml"), join(folder, "link"));
  const named = ["link", "pipe"].map((name) => join(folder, name));
  const [link, pipe] = [...listInputFiles(named, skipped)];
  if (link === undefined || pipe === undefined) throw new Error("both are listed");
  expect([await readInput(link), link.isReadOnce]).toEqual(["a.xml", undefined]);
  // Not at once: until the reader has opened the pipe, its writer blocks.
  const [read] = await Promise.all([readInput(pipe), writeFile(join(folder, "pipe"), "through the pipe")]);
  expect([read, pipe.isReadOnce]).toEqual(["through the pipe", true]);
  expect(skipped.toText()).toBe("");
});

test("a file that was replaced by a pipe or a link after it was found is not read", async () => {
  write("a.xml", "b.xml", "c.xml");
  const [first, second] = [...listInputFiles([folder], skipped)];
  if (first === undefined || second === undefined) throw new Error("both are listed");
  createPipe("pipe");
  renameSync(join(folder, "pipe"), join(folder, "a.xml"));
  rmSync(join(folder, "b.xml"));
  symlinkSync(join(folder, "c.xml"), join(folder, "b.xml"));
  await expect(readInput(first)).rejects.toThrow("is no longer a file");
  await expect(readInput(second)).rejects.toMatchObject({ code: "ELOOP" });
});
