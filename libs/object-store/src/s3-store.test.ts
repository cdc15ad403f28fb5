import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ObjectChangedError, type ObjectStore } from "./object-store.ts";
import { createS3Store } from "./s3-store.ts";
import { hasS3Server, type S3Server, startS3Server } from "./testing/index.ts";

const canRun = hasS3Server();

let server: S3Server;
const stores: ObjectStore[] = [];

beforeAll(async () => {
  if (canRun) server = await startS3Server();
}, 300_000);

afterAll(async () => {
  for (const store of stores) store.close();
  if (canRun) await server.stop();
});

async function openStore(options?: { readonly hasVersions: boolean }): Promise<ObjectStore> {
  const store = await createS3Store(await server.createBucket(options));
  stores.push(store);
  return store;
}

async function listKeys(store: ObjectStore, prefix = "", without: readonly string[] = []): Promise<string[]> {
  const keys = [];
  for await (const { key } of store.list({ prefix, without })) keys.push(key);
  return keys;
}

async function readText(store: ObjectStore, key: string): Promise<string> {
  const chunks = [];
  for await (const chunk of (await store.open(key)).body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const write = (store: ObjectStore, key: string, text = key) => store.write(key, Buffer.from(text));

describe.runIf(canRun)("a bucket", () => {
  test("lists by prefix, page after page, and jumps over what is left out", async () => {
    const store = await openStore();
    const keys = Array.from({ length: 1005 }, (_, index) => `done/${String(index).padStart(4, "0")}`);
    // As many at once as there are connections: a slow server would leave others waiting for one for too long.
    const remaining = [...keys, "a", "donuts", "in/1", "z"].values();
    const writeNext = async () => {
      for (const key of remaining) await write(store, key);
    };
    await Promise.all(Array.from({ length: 16 }, writeNext));
    expect(await listKeys(store, "in/")).toEqual(["in/1"]);
    expect(await listKeys(store, "", ["done/"])).toEqual(["a", "donuts", "in/1", "z"]);
    expect(await listKeys(store)).toHaveLength(1009);
  }, 120_000);

  test("reads what was written, with any key", async () => {
    const store = await openStore();
    const key = "in/Bericht für example.com!1 +%2F#?.xml";
    await write(store, key, "text");
    expect([await readText(store, key), await listKeys(store)]).toEqual(["text", [key]]);
    const { version, sizeBytes } = await store.open(key);
    expect(sizeBytes).toBe(4);
    await store.copy(version, `done/${key}`);
    await store.remove(version);
    expect([await readText(store, `done/${key}`), await listKeys(store)]).toEqual(["text", [`done/${key}`]]);
  });

  test("keeps other tags of an object", async () => {
    const store = await openStore();
    await write(store, "a");
    const { version } = await store.open("a");
    await store.tag(version, { name: "one", value: "1" });
    await store.tag(version, { name: "two", value: "2" });
    await store.tag(version, { name: "one", value: "3" });
    const tags = (await store.readTags("a")).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(tags).toEqual([
      { name: "one", value: "3" },
      { name: "two", value: "2" },
    ]);
  });

  test("an object that was replaced is neither read, copied nor deleted", async () => {
    const store = await openStore();
    await write(store, "a", "first");
    const { version } = await store.open("a");
    await write(store, "a", "second");
    await expect(store.open("a", version.etag)).rejects.toThrow(ObjectChangedError);
    await expect(store.copy(version, "b")).rejects.toThrow(ObjectChangedError);
    await expect(store.remove(version)).rejects.toThrow(ObjectChangedError);
    expect([await readText(store, "a"), await listKeys(store)]).toEqual(["second", ["a"]]);
  });

  test("with versions, the version that was read is copied and deleted, and a newer one stays", async () => {
    const store = await openStore({ hasVersions: true });
    await write(store, "a", "first");
    const { version } = await store.open("a");
    expect(version.versionId).toBeDefined();
    await write(store, "a", "second");
    await store.copy(version, "b");
    await store.remove(version);
    expect([await readText(store, "a"), await readText(store, "b")]).toEqual(["second", "first"]);
  });

  test("an object that does not exist any more has changed", async () => {
    const store = await openStore();
    await write(store, "a");
    const { version } = await store.open("a");
    await store.remove(version);
    await expect(store.open("a", version.etag)).rejects.toThrow(ObjectChangedError);
    await expect(store.remove(version)).rejects.toThrow(ObjectChangedError);
  });
});
