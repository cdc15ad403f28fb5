import { DataFolderInUseError } from "@ruaflow/engines/postgres";
import { expect, test } from "vitest";
import { waitForCommands } from "./wait-for-commands.ts";

const inUse = (isTemporary: boolean) =>
  new DataFolderInUseError("/data", { pid: 1, description: "a ruaflow command", isTemporary });

/** Fails with each of these in turn, then starts. */
function startAfter(failures: Error[]) {
  return async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return "started";
  };
}

test("a command that has the folder is waited for", async () => {
  const { signal } = new AbortController();
  expect(await waitForCommands(startAfter([inUse(true), inUse(true)]), signal)).toBe("started");
});

test("another service that has it is not", async () => {
  const { signal } = new AbortController();
  await expect(waitForCommands(startAfter([inUse(false)]), signal)).rejects.toBeInstanceOf(DataFolderInUseError);
});

test("asked to stop, it waits no longer", async () => {
  const stopping = new AbortController();
  const waiting = waitForCommands(() => Promise.reject(inUse(true)), stopping.signal);
  stopping.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});
