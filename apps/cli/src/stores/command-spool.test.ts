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

async function addLeftover(name: string, hoursAgo = 0): Promise<string> {
  await mkdir(join(parent, name), { recursive: true });
  await writeFile(join(parent, name, "spool-1"), "a report");
  const time = new Date(Date.now() - hoursAgo * 3_600_000);
  await utimes(join(parent, name), time, time);
  return name;
}

test("each command has its own spool, which is removed with its contents at the end", async () => {
  const spool = await openCommandSpool(parent);
  await writeFile(join(spool.folder, "spool-1"), "a report");
  expect(await readdir(parent)).toEqual([`${process.pid}@${hostname()}`]);
  await spool.remove();
  expect(await readdir(parent)).toEqual([]);
});

test("leftovers of killed processes are removed at the next start; spools in use stay", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const living = await addLeftover(`${child.pid}@${hostname()}`);
  const dead = spawn(process.execPath, ["-e", ""]);
  await once(dead, "exit");
  await addLeftover(`${dead.pid}@${hostname()}`);
  await addLeftover(`${process.pid}@${hostname()}`);
  const elsewhere = await addLeftover("1@another-machine", 23);
  await addLeftover("2@another-machine", 25);
  await addLeftover("spool-of-an-older-release", 25);
  const spool = await openCommandSpool(parent);
  expect(await readdir(spool.folder)).toEqual([]);
  await spool.remove();
  expect((await readdir(parent)).toSorted()).toEqual([living, elsewhere].toSorted());
  child.kill();
});
