import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { OutageError } from "@ruaflow/runtime/errors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ObjectStore } from "../object-store.ts";
import { createS3Store, type S3Options } from "../s3-store.ts";
import { hasS3Server, type S3Server, startS3Server } from "../testing/index.ts";
import { createObjectBodyStore } from "./object-body-store.ts";
import { openBodyStores } from "./open-body-stores.ts";

const KEY = `ab/ab${"0".repeat(62)}-sub_1.zst`;
const canRun = hasS3Server();
let server: S3Server;
const opened: ObjectStore[] = [];

beforeAll(async () => {
  if (canRun) server = await startS3Server();
}, 300_000);

afterAll(async () => {
  for (const objects of opened) objects.close();
  if (canRun) await server.stop();
});

async function open(options: S3Options, prefix: string) {
  const objects = await createS3Store(options);
  opened.push(objects);
  return { objects, store: createObjectBodyStore(objects, prefix) };
}

async function* pieces(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function listKeys(objects: ObjectStore): Promise<string[]> {
  const keys = [];
  for await (const { key } of objects.list({ prefix: "" })) keys.push(key);
  return keys;
}

describe.runIf(canRun)("a bucket", () => {
  test("a body is an object below the prefix, read back byte for byte, small or in several parts", async () => {
    const { objects, store } = await open(await server.createBucket(), "raw/v1");
    await store.write(KEY, pieces("one", "two"));
    expect(await listKeys(objects)).toEqual([`raw/v1/${KEY}`]);
    const big = randomBytes(12 * 1024 * 1024);
    for (const [body, parts] of [
      [Buffer.from("onetwo"), null],
      [Buffer.alloc(0), [""]],
      [big, [big.subarray(0, 7_000_000), big.subarray(7_000_000)]],
    ] as const) {
      if (parts) await store.write(KEY, pieces(...parts));
      const read = await store.read(KEY);
      expect(read && (await buffer(read)).equals(body)).toBe(true);
    }
  });

  test("removing more bodies than there are connections does not wait for connections", async () => {
    const { objects, store } = await open(await server.createBucket(), "");
    const keys = Array.from({ length: 60 }, (_, index) => KEY.replace("sub_1", `sub_${index}`));
    await Promise.all(keys.map((key) => store.write(key, pieces(randomBytes(1024 * 1024)))));
    for (const key of keys) await store.remove(key);
    expect(await listKeys(objects)).toEqual([]);
  });

  test.each([false, true])("removing leaves nothing, and may be repeated; with versions: %s", async (hasVersions) => {
    const { objects, store } = await open(await server.createBucket({ hasVersions }), "");
    await store.write(KEY, pieces("first try"));
    await store.write(KEY, pieces("second try"));
    await store.remove(KEY);
    expect(await store.read(KEY)).toBe(null);
    expect(await listKeys(objects)).toEqual([]);
    await store.remove(KEY);
  });

  test("a body that breaks off leaves no object", async () => {
    const { objects, store } = await open(await server.createBucket(), "");
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield randomBytes(8 * 1024 * 1024);
      throw new Error("the disk fails");
    }
    await expect(store.write(KEY, broken())).rejects.toThrow("the disk fails");
    expect(await listKeys(objects)).toEqual([]);
  });

  test("a bucket that is away is an outage, and not a bucket without the body", async () => {
    const { endpoint = "", region = "" } = await server.createBucket();
    const s3 = { RUAFLOW_S3_ENDPOINT: endpoint, RUAFLOW_S3_REGION: region, RUAFLOW_S3_PATH_STYLE: true };
    const stores = openBodyStores({ ...s3, RUAFLOW_RAW_STORE: "s3://no-such-bucket/raw" });
    const store = await stores.open(stores.current ?? "");
    await expect(store.read(KEY)).rejects.toThrow(OutageError);
    await expect(store.remove(KEY)).rejects.toThrow(OutageError);
    await expect(store.write(KEY, pieces("x"))).rejects.toThrow(OutageError);
  });
});
