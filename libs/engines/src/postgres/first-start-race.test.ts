import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCluster } from "./cluster.ts";

test("two processes that create the same cluster at the same moment agree on one", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "cluster-race-"));
  const [first, second] = await Promise.all([openCluster(dataDir, "volatile"), raceWithAnother(dataDir)]);
  expect(second.password).toBe(first.password);
  await rm(dataDir, { recursive: true });
});

/** The draft's name contains the process id, so a second draft needs a separate process. */
async function raceWithAnother(dataDir: string): Promise<{ password: string }> {
  const { execFile } = await import("node:child_process");
  const { promisify } = await import("node:util");
  const cluster = new URL("./cluster.ts", import.meta.url).href;
  const program = `const { openCluster } = await import(${JSON.stringify(cluster)});
    console.log((await openCluster(${JSON.stringify(dataDir)}, "volatile")).password);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  return { password: stdout.trim() };
}
