import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("a thread that never returns does not keep the process", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-process-"));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const blocked = `import { open } from "node:fs"; open(${JSON.stringify(pipe)}, () => undefined);${program}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", blocked]);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  await sleep(1300);
  child.kill("SIGTERM");
  const [code, signal] = await once(child, "exit");
  expect([code, signal]).toEqual([null, "SIGKILL"]);
  await rm(folder, { recursive: true });
});

test("a hangup does not end a process whose log goes elsewhere, and a log without a reader does not either", async () => {
  const talking = `process.on("SIGUSR2", () => process.stderr.write("a line"));${program}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", talking]);
  await once(child.stdout, "data");
  child.kill("SIGHUP");
  expect(String((await once(child.stderr, "data"))[0])).toContain("SIGHUP");
  child.stdout.destroy();
  child.stderr.destroy();
  for (let lines = 0; lines < 3; lines += 1) {
    child.kill("SIGUSR2");
    await sleep(100);
  }
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
