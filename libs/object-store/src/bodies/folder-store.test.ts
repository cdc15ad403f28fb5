import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { OutageError } from "@ruaflow/runtime/errors";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { BodyStore } from "./body-store.ts";
import { createFolderStore } from "./folder-store.ts";

const KEY = `ab/ab${"0".repeat(62)}-sub_1.zst`;
let folder: string;
let store: BodyStore;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "ruaflow-bodies-")), "raw");
  store = createFolderStore(folder);
});

afterEach(() => rm(join(folder, ".."), { recursive: true }));

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const read = async (key: string) => {
  const body = await store.read(key);
  return body && (await buffer(body)).toString();
};

test("a body is read back, replaced as a whole, and readable by its owner only", async () => {
  await store.write(KEY, pieces("one", "two"));
  expect(await read(KEY)).toBe("onetwo");
  await store.write(KEY, pieces("three"));
  expect(await read(KEY)).toBe("three");
  expect((await stat(join(folder, KEY))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "ab"))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(folder, "ab"))).toHaveLength(1);
});

test("a body that breaks off leaves the earlier one, and no other file", async () => {
  await store.write(KEY, pieces("whole"));
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("half");
    expect(await readFile(join(folder, KEY), "utf8")).toBe("whole");
    throw new Error("the sender went away");
  }
  await expect(store.write(KEY, broken())).rejects.toThrow("the sender went away");
  expect(await read(KEY)).toBe("whole");
  expect(await readdir(join(folder, "ab"))).toHaveLength(1);
});

test("removing takes what a crash left of writing, and may be repeated", async () => {
  await store.write(KEY, pieces("whole"));
  await writeFile(join(folder, `${KEY}.part`), "half");
  await store.remove(KEY);
  expect(await readdir(join(folder, "ab"))).toEqual([]);
  await store.remove(KEY);
  expect(await store.read(KEY)).toBe(null);
  const other = `cd/${"cd".repeat(32)}-sub_2.zst`;
  await store.remove(other);
  expect(await store.read(other)).toBe(null);
});

test("the mount point of a disk that is away does not count as a store without the body", async () => {
  await store.write(KEY, pieces("whole"));
  await rename(folder, `${folder}-away`);
  await mkdir(folder);
  await expect(store.read(KEY)).rejects.toThrow(OutageError);
  await expect(store.remove(KEY)).rejects.toThrow(OutageError);
  await rm(folder, { recursive: true });
  await rename(`${folder}-away`, folder);
  expect(await read(KEY)).toBe("whole");
});

test("a folder that cannot be written is an outage", async () => {
  await writeFile(folder, "a file in its place");
  await expect(store.write(KEY, pieces("x"))).rejects.toThrow(OutageError);
  await rm(folder);
});

test.each(["../etc/passwd", `ab/${"0".repeat(64)}-../x.zst`, "ab/x.zst", "", `/${KEY}`])(
  "%s is not a key, so it never becomes a path",
  async (key) => {
    await expect(store.write(key, pieces("x"))).rejects.toThrow("not the key");
    await expect(store.read(key)).rejects.toThrow("not the key");
    await expect(store.remove(key)).rejects.toThrow("not the key");
  },
);

test.runIf(process.platform === "linux")(
  "a folder that takes no others is an outage, and not tried for ever",
  async () => {
    const none = createFolderStore("/proc/ruaflow/raw");
    await expect(none.write(KEY, pieces("one"))).rejects.toThrow(OutageError);
  },
);
