import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCommandSpool } from "./command-spool.ts";

let parent: string;

beforeEach(() => {
  parent = join(mkdtempSync(join(tmpdir(), "ruaflow-spool-")), "spool-cli");
});

afterEach(() => rm(join(parent, ".."), { recursive: true }));

async function leave(name: string, hoursAgo = 0): Promise<string> {
  await mkdir(join(parent, name), { recursive: true });
  await writeFile(join(parent, name, "spool-1"), "a report");
  const time = new Date(Date.now() - hoursAgo * 3_600_000);
  await utimes(join(parent, name), time, time);
  return name;
}

test("the spool of a command is its own, and gone with what is in it at the end", async () => {
  const spool = await openCommandSpool(parent);
  await writeFile(join(spool.folder, "spool-1"), "a report");
  expect(await readdir(parent)).toEqual([`${process.pid}@${hostname()}`]);
  await spool.remove();
  expect(await readdir(parent)).toEqual([]);
});

test("what killed processes left is removed at the next start, what others are reading stays", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const living = await leave(`${child.pid}@${hostname()}`);
  const dead = spawn(process.execPath, ["-e", ""]);
  await once(dead, "exit");
  await leave(`${dead.pid}@${hostname()}`);
  await leave(`${process.pid}@${hostname()}`);
  const elsewhere = await leave("1@another-machine", 23);
  await leave("2@another-machine", 25);
  await leave("spool-of-an-older-release", 25);
  const spool = await openCommandSpool(parent);
  expect(await readdir(spool.folder)).toEqual([]);
  await spool.remove();
  expect((await readdir(parent)).toSorted()).toEqual([living, elsewhere].toSorted());
  child.kill();
});
