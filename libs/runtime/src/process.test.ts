import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";

const STOP_MS = 2000;
const program = `
  import { runProcess } from ${JSON.stringify(new URL("process.ts", import.meta.url).href)};
  const alive = setInterval(() => undefined, 1000);
  await runProcess(async () => {
    process.stdout.write("ready");
    return { name: "service", stop: () => new Promise((done) => setTimeout(done, ${STOP_MS})) };
  });`;

/** Starts a service that stops in 2 s, and sends it SIGTERM twice; returns its exit code. */
async function stopTwice(betweenMs: number): Promise<number | null> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  await sleep(betweenMs);
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  return code;
}

test("a stop that comes twice, as from a process group and from npm, does not cut the end short", async () => {
  expect(await stopTwice(100)).toBe(0);
});

test("a second stop a second later ends the process at once", async () => {
  expect(await stopTwice(1300)).toBe(130);
});
