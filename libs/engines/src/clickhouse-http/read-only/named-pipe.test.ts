import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";

const child = fork(new URL("../../testing/sql-port-process.ts", import.meta.url));
let port: { url: string; key: string; path: string };
beforeAll(async () => {
  [port] = await once(child, "message");
  execFileSync("mkfifo", [join(port.path, "pipe")]);
});
afterAll(async () => {
  child.kill("SIGKILL");
  await rm(port.path, { recursive: true, force: true });
});

const HANGS = { status: 0, text: "no answer within 10 seconds" };

async function ask(query: string) {
  const answer = async () => {
    const response = await fetch(port.url, { method: "POST", body: query, headers: { "X-ClickHouse-Key": port.key } });
    return { status: response.status, text: await response.text() };
  };
  return Promise.race([answer(), sleep(10_000, HANGS)]);
}

// No one writes to the pipe: who opens it waits indefinitely, and with it all that the engine stores.
it.each([
  "SELECT toDateTime(0, concat('fi', 'le:{pipe}'))",
  "SELECT toDateTime(0, ['file:{pipe}'][1])",
  "SELECT CAST(0, 'DateTime(\\'file:{pipe}\\')')",
  "SELECT CAST(0, concat('DateT', 'ime(\\'file:{pipe}\\')'))",
  "SELECT toString(now(), materialize(concat('fi', 'le:{pipe}')))",
  "SELECT arrayMap(toString, [now()], [concat('fi', 'le:{pipe}')])",
  "SELECT 1 SETTINGS session_timezone = 'file:{pipe}'",
  "SELECT toDateTime(0, '../../../../../../{pipe}')",
])("a named pipe that a query names as a time zone is never opened: %s", async (query) => {
  const { status, text } = await ask(query.replace("{pipe}", join(port.path, "pipe")));
  expect([status, text]).toEqual([403, expect.stringContaining("does not allow")]);
  expect(await ask("SELECT 1")).toEqual({ status: 200, text: "1\n" });
});
