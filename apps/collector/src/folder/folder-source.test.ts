import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { createLogger } from "@ruaflow/runtime/logging";
import { noMetrics } from "@ruaflow/runtime/metrics";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createCollector } from "../collector.ts";
import type { Item } from "../source.ts";
import { BODY_BYTES_MAX, startIngest, type TestIngest, writeMail, writeReport } from "../testing/start-ingest.ts";
import { createFolderSource } from "./folder-source.ts";

const WITHIN = { timeout: 10_000 };
const UNCHANGED_FOR_MS = 300;

let running: TestIngest;
let folder: string;
let collector: ReturnType<typeof createCollector> | undefined;

beforeAll(async () => {
  running = await startIngest();
});
afterAll(() => running.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-folder-"));
});
afterEach(async () => {
  await collector?.stop();
  collector = undefined;
  await rm(folder, { recursive: true, force: true });
});

const createSource = (logger = running.logger) =>
  createFolderSource({ path: folder, organizationId: null, unchangedForMs: UNCHANGED_FOR_MS, logger });

function collect(everyMs = 200): void {
  collector = createCollector({ ...running, metrics: noMetrics, sources: [createSource()], everyMs, retryMs: 100 });
}

async function listNames(name: string): Promise<string[]> {
  return (await readdir(join(folder, name)).catch(() => [])).sort();
}

/** Puts a complete file there by a rename, last changed an hour ago. */
async function put(name: string, body: Uint8Array): Promise<void> {
  const hidden = join(folder, `.${name.replaceAll("/", "-")}`);
  await writeFile(hidden, body);
  await rename(hidden, join(folder, name));
}

async function listItems(source = createSource()): Promise<Item[]> {
  const items = [];
  for await (const item of source.list(new AbortController().signal)) items.push(item);
  return items;
}

/** The items once they have been left alone for long enough. */
async function listStable(): Promise<Item[]> {
  const source = createSource();
  await listItems(source);
  await sleep(UNCHANGED_FOR_MS);
  const items = await listItems(source);
  await source.close();
  return items;
}

async function readAll(item: Item): Promise<Buffer> {
  const chunks = [];
  for await (const chunk of item.open()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("reports go to done, also those that are held; what holds no report goes to refused, with the reason", async () => {
  await put("one.xml", writeReport(1));
  await put("two.xml.gz", gzipSync(writeReport(2)));
  await put("notes.txt", Buffer.from("nothing of interest"));
  await put("unknown.xml", writeReport(3, "unknown.example"));
  collect();
  await expect.poll(() => listNames("done"), WITHIN).toEqual(["one.xml", "two.xml.gz", "unknown.xml"]);
  await expect.poll(() => listNames("refused"), WITHIN).toEqual(["notes.txt", "notes.txt.reason.txt"]);
  const reason = await readFile(join(folder, "refused", "notes.txt.reason.txt"), "utf8");
  expect(reason).toMatch(/^Submission sub_\w+\nnotes\.txt: not-aggregate \[no-report\]: .+\n$/);
  expect(await listNames(".")).toEqual(["done", "refused"]);
});

test("the reason of a damaged report names its line with a piece of it, its reporter, and what to do", async () => {
  await put("cut.xml", writeReport(5).subarray(0, -40));
  collect();
  await expect.poll(() => listNames("refused"), WITHIN).toEqual(["cut.xml", "cut.xml.reason.txt"]);
  const reason = await readFile(join(folder, "refused", "cut.xml.reason.txt"), "utf8");
  expect(reason).toMatch(
    /: The report is incomplete: its end is missing \(line \d+, column \d+: “.+”\)\. Save or .+ the reporter, “.+”, to send it again\./,
  );
});

test("reports that wait for the verification of their domain go to done", async () => {
  const { id } = await running.metadata.tenants.createOrganization({ name: "Other", plan: "free" });
  await running.metadata.domains.createDomain(id, "pending.example");
  await put("held.xml", writeReport(4, "pending.example"));
  collect();
  await expect.poll(() => listNames("done"), WITHIN).toEqual(["held.xml"]);
});

test("a file is not taken while it is written, however slowly", async () => {
  const report = writeReport(5);
  const path = join(folder, "slow.xml");
  const half = Math.floor(report.length / 2);
  await writeFile(path, report.subarray(0, half));
  collect(50);
  for (let count = 0; count < 6; count += 1) {
    await sleep(UNCHANGED_FOR_MS / 2);
    await appendFile(path, count === 5 ? report.subarray(half) : "");
    await utimes(path, new Date(), new Date());
    expect(await listNames(".")).toEqual(["slow.xml"]);
  }
  await expect.poll(() => listNames("done"), WITHIN).toEqual(["slow.xml"]);
});

test("a file that changes while it is read fails, and stays", async () => {
  await put("a.xml", Buffer.alloc(300_000, "a"));
  const [item] = await listStable();
  const chunks = item?.open()[Symbol.asyncIterator]();
  await chunks?.next();
  await appendFile(join(folder, "a.xml"), "more");
  await expect(async () => {
    while (!(await chunks?.next())?.done);
  }).rejects.toThrow("changed while it was read");
  expect(await listNames(".")).toEqual(["a.xml"]);
});

test("a file that replaces another after it was read is not moved", async () => {
  await put("a.xml", writeReport(6));
  const [item] = await listStable();
  await readAll(item as Item);
  await put("a.xml", writeReport(7));
  const result = { submissionId: "sub_1", state: "accepted", entries: [], mails: 0 } as const;
  await expect(item?.acknowledge(result)).rejects.toThrow("replaced");
  expect(await readFile(join(folder, "a.xml"))).toEqual(writeReport(7));
  expect(await listNames("done")).toEqual([]);
});

test("a file of the same name does not overwrite one in done", async () => {
  collect();
  await put("a.xml", writeReport(8));
  await expect.poll(() => listNames("done"), WITHIN).toEqual(["a.xml"]);
  await put("a.xml", writeReport(9));
  await expect.poll(async () => (await listNames("done")).length, WITHIN).toBe(2);
  expect(await readFile(join(folder, "done", "a.xml"))).toEqual(writeReport(8));
  expect((await listNames("done"))[0]).toMatch(/^a\.sub_\w+\.xml$/);
});

test("symbolic links, pipes, folders and hidden files are left alone", async () => {
  const outside = await mkdtemp(join(tmpdir(), "ruaflow-outside-"));
  await writeFile(join(outside, "secret.xml"), writeReport(10));
  await symlink(join(outside, "secret.xml"), join(folder, "link.xml"));
  spawnSync("mkfifo", [join(folder, "pipe")]);
  await mkdir(join(folder, "folder"));
  await writeFile(join(folder, ".hidden.xml"), writeReport(11));
  expect(await listStable()).toEqual([]);
  await rm(outside, { recursive: true });
});

test("a link and a pipe are named in the log once each, files and folders never", async () => {
  const logger = createLogger({ app: "test", level: "silent" });
  const warn = vi.spyOn(logger, "warn");
  const source = createSource(logger);
  await mkdir(join(folder, "folder"));
  await put("a.xml", writeReport(20));
  await symlink("/etc/hostname", join(folder, "link.xml"));
  spawnSync("mkfifo", [join(folder, "pipe")]);
  for (let round = 0; round < 3; round += 1) await listItems(source);
  await source.close();
  const root = await realpath(folder);
  expect(warn.mock.calls.map(([fields]) => fields)).toHaveLength(2);
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual(
    expect.arrayContaining([
      { kind: "link", path: join(root, "link.xml") },
      { kind: "named pipe", path: join(root, "pipe") },
    ]),
  );
});

test("the log stays short, however many links a folder has", async () => {
  const logger = createLogger({ app: "test", level: "silent" });
  const warn = vi.spyOn(logger, "warn");
  const source = createSource(logger);
  for (let index = 0; index < 1100; index += 1) symlinkSync("nowhere", join(folder, `link-${index}`));
  for (let round = 0; round < 2; round += 1) await listItems(source);
  await source.close();
  expect(warn).toHaveBeenCalledTimes(1001);
  expect(warn).toHaveBeenLastCalledWith(expect.anything(), expect.stringContaining("without further notice"));
});

test("a file that is replaced by a symbolic link before it is opened is not read", async () => {
  await put("a.xml", writeReport(12));
  const [item] = await listStable();
  await rm(join(folder, "a.xml"));
  await symlink("/etc/passwd", join(folder, "a.xml"));
  await expect(readAll(item as Item)).rejects.toThrow("ELOOP");
});

test("a folder done that is a symbolic link receives nothing", async () => {
  const outside = await mkdtemp(join(tmpdir(), "ruaflow-outside-"));
  await symlink(outside, join(folder, "done"));
  await put("a.xml", writeReport(13));
  const [item] = await listStable();
  const result = { submissionId: "sub_1", state: "accepted", entries: [], mails: 0 } as const;
  await expect(item?.acknowledge(result)).rejects.toThrow("symbolic link");
  expect(await readdir(outside)).toEqual([]);
  await rm(outside, { recursive: true });
});

test("a Maildir's messages are taken at once from new and cur; tmp is left alone", async () => {
  for (const name of ["cur", "new", "tmp"]) await mkdir(join(folder, name));
  await put("new/1.host", writeMail(14));
  await put("cur/2.host:2,S", writeMail(15));
  await put("tmp/3.host", writeMail(16));
  collect();
  await expect.poll(() => listNames("done"), WITHIN).toEqual(["1.host", "2.host:2,S"]);
  expect(await listNames("tmp")).toEqual(["3.host"]);
});

test("a file beyond the limit is refused, and moved", async () => {
  await put("large.xml", Buffer.alloc(BODY_BYTES_MAX + 1, " "));
  collect();
  await expect.poll(() => listNames("refused"), WITHIN).toEqual(["large.xml", "large.xml.reason.txt"]);
  expect(await readFile(join(folder, "refused", "large.xml.reason.txt"), "utf8")).toContain("[too-large]");
});

test("a folder that is missing is waited for", async () => {
  await rm(folder, { recursive: true });
  collect(50);
  await sleep(200);
  await mkdir(folder);
  await put("a.xml", writeReport(17));
  await expect.poll(() => listNames("done"), WITHIN).toEqual(["a.xml"]);
});

test("a file whose name is no UTF-8 is read, also of a Maildir", async () => {
  const latin1 = Buffer.from("Bericht-f\u00fcr.xml", "latin1");
  await writeFile(Buffer.concat([Buffer.from(`${folder}/`), latin1]), writeReport(18));
  const [item] = await listStable();
  expect(item?.name).toBe("Bericht-für.xml");
  collect();
  await expect.poll(() => listBytes("done"), WITHIN).toEqual([latin1.toString("hex")]);
  for (const name of ["cur", "new", "tmp"]) await mkdir(join(folder, name));
  await writeFile(Buffer.concat([Buffer.from(`${folder}/new/`), latin1]), writeMail(19));
  await expect.poll(async () => (await listBytes("done")).length, WITHIN).toBe(2);
});

async function listBytes(name: string): Promise<string[]> {
  const names = await readdir(join(folder, name), { encoding: "buffer" }).catch(() => []);
  return names.map((bytes) => bytes.toString("hex"));
}

test("a refused file whose name is as long as can be is moved, with its reason", async () => {
  const names = ["n".repeat(250), "n".repeat(255), `${"ü".repeat(125)}.xml`];
  for (const name of names) await writeFile(join(folder, name), `nothing of interest in ${name}`);
  collect();
  await expect.poll(async () => (await listNames("refused")).length, WITHIN).toBe(2 * names.length);
  const refused = await listNames("refused");
  expect(refused).toEqual(expect.arrayContaining(names));
  const reasons = refused.filter((name) => name.endsWith(".reason.txt"));
  expect(reasons.every((name) => Buffer.byteLength(name) <= 255 && !name.includes("\ufffd"))).toBe(true);
  const texts = await Promise.all(reasons.map((name) => readFile(join(folder, "refused", name), "utf8")));
  for (const [index, text] of texts.entries()) expect(reasons[index]).toContain(/sub_\w+/.exec(text)?.[0]);
});

test("a second file of a name as long as can be is moved, too", async () => {
  const name = `${"n".repeat(251)}.xml`;
  collect();
  for (const [report, count] of [
    [20, 1],
    [21, 2],
  ] as const) {
    await writeFile(join(folder, name), writeReport(report));
    await expect.poll(async () => (await listNames("done")).length, WITHIN).toBe(count);
  }
  expect((await listNames("done")).every((name) => name.endsWith(".xml") && name.length <= 255)).toBe(true);
});

test("a reason does not overwrite a file that was delivered under its name", async () => {
  const delivered = Buffer.from("what someone delivered");
  collect();
  await put("a.txt.reason.txt", delivered);
  await expect.poll(() => listNames("refused"), WITHIN).toContain("a.txt.reason.txt.reason.txt");
  await put("a.txt", Buffer.from("nothing of interest"));
  await expect.poll(async () => (await listNames("refused")).length, WITHIN).toBe(4);
  expect(await readFile(join(folder, "refused", "a.txt.reason.txt"))).toEqual(delivered);
  const [file, reason] = (await listNames("refused")).filter((name) => name.startsWith("a.sub_"));
  expect(reason).toBe(`${file}.reason.txt`);
  expect(await readFile(join(folder, "refused", reason ?? ""), "utf8")).toContain("a.txt: not-aggregate");
});

test("a file that is delivered under the name of a reason does not overwrite that", async () => {
  collect();
  await put("a.txt", Buffer.from("nothing of interest"));
  await expect.poll(() => listNames("refused"), WITHIN).toEqual(["a.txt", "a.txt.reason.txt"]);
  await put("a.txt.reason.txt", Buffer.from("what someone delivered"));
  await expect.poll(async () => (await listNames("refused")).length, WITHIN).toBe(4);
  expect(await readFile(join(folder, "refused", "a.txt.reason.txt"), "utf8")).toContain("not-aggregate");
});
