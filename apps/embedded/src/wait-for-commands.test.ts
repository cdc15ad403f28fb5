import { DataFolderInUseError } from "@ruaflow/engines/postgres";
import { expect, test } from "vitest";
import { waitForCommands } from "./wait-for-commands.ts";

const inUse = (isTemporary: boolean) =>
  new DataFolderInUseError("/data", { pid: 1, description: "a ruaflow command", isTemporary });

/** Fails with each of `failures` in turn, then starts. */
function startAfter(failures: Error[]) {
  return async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return "started";
  };
}

test("the start waits for a command that owns the folder", async () => {
  const { signal } = new AbortController();
  expect(await waitForCommands(startAfter([inUse(true), inUse(true)]), signal)).toBe("started");
});

test("it does not wait for another service", async () => {
  const { signal } = new AbortController();
  await expect(waitForCommands(startAfter([inUse(false)]), signal)).rejects.toBeInstanceOf(DataFolderInUseError);
});

test("the wait ends when the process is asked to stop", async () => {
  const stopping = new AbortController();
  const waiting = waitForCommands(() => Promise.reject(inUse(true)), stopping.signal);
  stopping.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});
