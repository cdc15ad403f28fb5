import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../testing/temporary-folder.ts";

const script = fileURLToPath(new URL("../testing/without-files.ts", import.meta.url));

test("while no file can be opened, what the engine refuses is an outage, and afterwards it stores again", async () => {
  const folder = await createTemporaryFolder();
  const limited = ["-c", 'ulimit -n 256 && exec "$@"', "sh", process.execPath, script, folder.path];
  const { stdout } = await promisify(execFile)("/bin/sh", limited);
  await folder.remove();
  const { without, after } = JSON.parse(stdout);
  expect(without[0]).toBe("outage");
  expect(without).not.toContainEqual(expect.stringContaining("mistake"));
  expect(after).toEqual(["done", "done", 10]);
}, 60_000);
