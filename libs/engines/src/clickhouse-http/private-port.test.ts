import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRecordStore } from "@ruaflow/record-store";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FilledSqlPort, openFilledSqlPort } from "../testing/filled-sql-port.ts";
import { openPrivatePort } from "./private-port.ts";
import type { ClickHouseHttpServer } from "./server.ts";

let filled: FilledSqlPort;
let full: ClickHouseHttpServer;
beforeAll(async () => {
  filled = await openFilledSqlPort();
  full = await openPrivatePort({
    path: filled.folder.path,
    database: "ruaflow",
    socketFolder: join(filled.folder.path, "private"),
  });
});
afterAll(async () => {
  await full.close();
  await filled.close();
});

it("its URL has no password: it is of no use to who can read it and not enter its folder", async () => {
  const { username, password, port, searchParams } = new URL(full.url);
  expect([username, password, port]).toEqual(["", "", ""]);
  expect((await stat(dirname(searchParams.get("socket") ?? ""))).mode & 0o777).toBe(0o700);
});

it("commands of the operator use it, for the tables too", async () => {
  const store = await createRecordStore({ url: full.url });
  await store.assertSchema();
  expect(await store.readGreatestAttempt()).toBe(1n);
  await store.close();
});

it("a data folder with a long path has its socket elsewhere, as safe", async () => {
  const socketFolder = join(filled.folder.path, "x".repeat(120));
  const other = await openPrivatePort({ path: filled.folder.path, database: "ruaflow", socketFolder });
  const folder = dirname(new URL(other.url).searchParams.get("socket") ?? "");
  expect([(await stat(folder)).mode & 0o777, folder.length < 90]).toEqual([0o700, true]);
  await other.close();
  await expect(stat(folder)).rejects.toThrow("ENOENT");
});
