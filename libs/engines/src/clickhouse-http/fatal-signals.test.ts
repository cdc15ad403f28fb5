import { once } from "node:events";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import { createTemporaryFolder, type TemporaryFolder } from "@ruaflow/record-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spawnClickHouse } from "../testing/clickhouse-process.ts";

const FATAL = ["SIGABRT", "SIGTRAP", "SIGILL", "SIGSEGV", "SIGBUS", "SIGFPE", "SIGSYS"] as const;

let folder: TemporaryFolder;

beforeAll(async () => {
  folder = await createTemporaryFolder();
});
afterAll(() => folder.remove());

test.each(FATAL)("%s ends a process with the embedded engine at once", async (signal) => {
  const child = spawnClickHouse({
    CLICKHOUSE_DATA_DIR: `${folder.path}/${constants.signals[signal]}`,
    CLICKHOUSE_PORT: "0",
    CLICKHOUSE_PASSWORD: "a password",
  });
  if (!child.stdout) throw new Error("the process has no output");
  for await (const line of createInterface(child.stdout)) if (line.includes("CLICKHOUSE_URL=")) break;
  const exit = once(child, "exit", { signal: AbortSignal.timeout(5000) });
  child.kill(signal);
  try {
    expect(await exit).toEqual([null, signal]);
  } finally {
    child.kill("SIGKILL");
  }
});
