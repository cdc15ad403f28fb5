import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { announceSkip } from "../../../../test/support/missing-tool.ts";
import { handOver } from "./hand-over.ts";
import { findUser } from "./os-user.ts";

const isRoot = process.getuid?.() === 0;
if (!isRoot) announceSkip("the tests of RUAFLOW_USER need root");

let folder: string;
let outside: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ruaflow-hand-over-"));
  outside = mkdtempSync(join(tmpdir(), "ruaflow-outside-"));
});

afterEach(() => {
  for (const one of [folder, outside]) rmSync(one, { recursive: true });
});

const ownerOf = (path: string) => lstatSync(path).uid;

test.runIf(isRoot)("a data folder is given with all that is in it, and nothing that its links lead to", async () => {
  const user = await findUser("daemon");
  mkdirSync(join(folder, "clickhouse", "store"), { recursive: true });
  writeFileSync(join(folder, "clickhouse", "store", "part"), "");
  writeFileSync(join(folder, "secrets.key"), "");
  writeFileSync(join(outside, "root's"), "");
  symlinkSync(outside, join(folder, "link"));
  symlinkSync(join(outside, "root's"), join(folder, "clickhouse", "file-link"));
  expect(await handOver(folder, user)).toBe(true);
  const given = ["", "clickhouse", "clickhouse/store", "clickhouse/store/part", "secrets.key", "link"];
  expect(given.map((name) => ownerOf(join(folder, name)))).toEqual(given.map(() => user.uid));
  expect([ownerOf(outside), ownerOf(join(outside, "root's"))]).toEqual([0, 0]);
});

test.runIf(isRoot)(
  "a folder that was given is left as it is: its user could have put a link to root's there",
  async () => {
    const user = await findUser("daemon");
    writeFileSync(join(folder, "secrets.key"), "");
    chownSync(folder, user.uid, user.gid);
    expect(await handOver(folder, user)).toBe(false);
    expect(ownerOf(join(folder, "secrets.key"))).toBe(0);
  },
);

test.runIf(isRoot)("a folder with other things than the service's is never given", async () => {
  const user = await findUser("daemon");
  writeFileSync(join(folder, "something"), "");
  await expect(handOver(folder, user)).rejects.toThrow("is not a data folder of Ruaflow");
  await expect(handOver("/etc", user)).rejects.toThrow("is not a data folder of Ruaflow");
  expect([ownerOf(folder), ownerOf("/etc")]).toEqual([0, 0]);
});

test("only the name of a user that exists and is not root is taken", async () => {
  await expect(findUser("root")).rejects.toThrow("is root under another name");
  await expect(findUser("no-such-user")).rejects.toThrow("useradd");
  for (const name of ["-u", "0", "a b", "a;b", ""]) await expect(findUser(name)).rejects.toThrow("is not the name");
});
