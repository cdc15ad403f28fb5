import { mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openResumeState } from "./resume-state.ts";

let dataFolder: string;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "ruaflow-resume-"));
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

const open = (resume: boolean, identity: readonly string[] = ["reports"]) =>
  openResumeState({ dataFolder, identity, resume });

const toFile = (name: string, { sizeBytes = 10, changedMs = 1000 } = {}) => ({
  name,
  sizeBytes,
  changedMs,
  ...(name === "-" && { isReadOnce: true as const }),
  async *open() {
    yield Buffer.alloc(0);
  },
});

async function mark(...names: readonly string[]): Promise<void> {
  const state = await open(false);
  for (const name of names) state.markDone(toFile(name));
  await state.flush();
}

const findFile = () => join(dataFolder, "imports", readdirSync(join(dataFolder, "imports"))[0] ?? "");

test("a resumed import knows the files that are done, and no others", async () => {
  await mark("a", "b");
  const state = await open(true);
  expect(["a", "b", "c"].map((name) => state.isDone(toFile(name)))).toEqual([true, true, false]);
});

test("a file that has changed is not done", async () => {
  await mark("a");
  const state = await open(true);
  expect([
    state.isDone(toFile("a", { sizeBytes: 11 })),
    state.isDone(toFile("a", { changedMs: 1001 })),
    state.isDone(toFile("a")),
  ]).toEqual([false, false, true]);
});

test("without the wish to resume, and with other arguments, nothing is done", async () => {
  await mark("a");
  expect((await open(true, ["others"])).isDone(toFile("a"))).toBe(false);
  expect((await open(false)).isDone(toFile("a"))).toBe(false);
  expect((await open(true)).isDone(toFile("a"))).toBe(false);
});

test("marks that follow a write that was cut off are found", async () => {
  await mark("a", "b");
  truncateSync(findFile(), 16 + 5);
  const state = await open(true);
  expect([state.isDone(toFile("a")), state.isDone(toFile("b"))]).toEqual([true, false]);
  state.markDone(toFile("c"));
  await state.flush();
  expect((await open(true)).isDone(toFile("c"))).toBe(true);
});

test("standard input is never done, and a complete import leaves nothing", async () => {
  await mark("-", "a");
  const state = await open(true);
  expect(state.isDone(toFile("-"))).toBe(false);
  await state.remove();
  expect(readdirSync(join(dataFolder, "imports"))).toEqual([]);
});
