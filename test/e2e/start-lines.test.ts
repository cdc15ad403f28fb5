import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findFreePort } from "../../infra/free-ports.ts";
import {
  ask,
  createDataDir,
  type RunningService,
  removeDataDir,
  runCommand,
  startService,
} from "../support/service.ts";

const TERMINAL = { NODE_OPTIONS: "--import=data:text/javascript,process.stderr.isTTY=true" };

let dataDir: string;
let service: RunningService | undefined;

beforeEach(() => {
  dataDir = createDataDir();
});

afterEach(async () => {
  await service?.stop();
  await removeDataDir(dataDir);
});

async function askThrice(started: RunningService): Promise<void> {
  for (let count = 0; count < 3; count += 1) await ask(started, started.key ?? "", "/api/v1/reports");
  await sleep(200);
}

test("on a terminal the greeting with the key is the last output, and requests do not scroll it away", async () => {
  service = await startService(dataDir, { ...TERMINAL, RUAFLOW_LOG_LEVEL: "info" });
  await askThrice(service);
  expect(service.tail()).not.toContain('{"level"');
  expect(service.tail()).not.toContain("/api/v1/reports {");
  expect(service.tail().trimEnd()).toMatch(/Ctrl-C stops it; the data stays\.$/);
}, 60_000);

test("requests are logged at debug level, as JSON without a terminal", async () => {
  service = await startService(dataDir, { RUAFLOW_LOG_LEVEL: "debug" });
  await askThrice(service);
  const lines = service
    .tail()
    .split("\n")
    .filter((line) => line.includes('"msg":"request"'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(Array(3).fill({ level: 20, status: 200 }));
}, 60_000);

test("a second start says that the service is running, and where, whatever port it would take", async () => {
  const port = String(await findFreePort());
  service = await startService(dataDir, { RUAFLOW_PORT: port });
  for (const other of [port, "0"]) {
    const second = startService(dataDir, { RUAFLOW_PORT: other });
    await expect(second).rejects.toThrow(`This service is already running: http://127.0.0.1:${port}, process`);
  }
  expect(await ask(service, service.key ?? "", "/api/v1/reports")).toMatchObject({ status: 200 });
}, 120_000);

test("the greeting says how to ask in SQL", async () => {
  const port = String(await findFreePort());
  service = await startService(dataDir, { RUAFLOW_SQL_PORT: port, RUAFLOW_SQL_KEY: "a-key-of-this-test-only" });
  expect(service.output).toContain(`SQL        http://127.0.0.1:${port}, database ruaflow_v1`);
  expect(service.output).not.toContain("a-key-of-this-test-only");
  await service.stop();
  service = await startService(dataDir);
  expect(service.output).toContain(
    "SQL        npx ruaflow sql 'SELECT …'\n             other clients: set RUAFLOW_SQL_PORT",
  );
}, 120_000);

test("what the start warns of, doctor warns of, in the same words", async () => {
  service = await startService(dataDir, { RUAFLOW_LOG_LEVEL: "warn" });
  const warnings = service.tail().match(/"msg":"[^"]+"/g) ?? [];
  expect(warnings.join("\n")).toContain("RUAFLOW_REPORT_DOMAIN is not set");
  const { stdout } = await runCommand(["doctor", "--json"], { RUAFLOW_DATA_DIR: dataDir });
  const found: { name: string; state: string; detail: string }[] = JSON.parse(stdout);
  const domain = found.find(({ name }) => name === "report domain");
  expect(domain).toMatchObject({ state: "warning" });
  expect(warnings.join("\n")).toContain(domain?.detail);
  expect(found.find(({ name }) => name === "modes of the data folder")).toMatchObject({ state: "ok" });
  const user = found.find(({ name }) => name === "user");
  expect(user?.state === "warning").toBe(warnings.join("\n").includes("runs as root"));
}, 120_000);

test("the command for another key in the greeting works as shown", async () => {
  service = await startService(dataDir);
  const args =
    service.output
      .match(/npx ruaflow (keys create.*)/)?.[1]
      ?.trim()
      .split(" ") ?? [];
  const { code, stdout } = await runCommand(args, { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ruaflow_/)]);
}, 60_000);

test("the page's link in the greeting signs in once, and the command beside it prints another", async () => {
  service = await startService(dataDir);
  const { url } = service;
  const signIn = async (text: string) => {
    const link = text.match(/#([A-Za-z0-9_-]{27})$/m)?.[1];
    const body = JSON.stringify({ link });
    const headers = { "content-type": "application/json" };
    return (await fetch(`${url}/api/v1/session`, { method: "POST", headers, body })).status;
  };
  expect(service.output).toContain(`Page       ${url}/sign-in#`);
  expect([await signIn(service.output), await signIn(service.output)]).toEqual([201, 401]);
  // Any free port: the settings do not say which.
  const { code, stdout } = await runCommand(["sign-in"], { RUAFLOW_DATA_DIR: dataDir });
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${url}/sign-in#`)]);
  expect(await signIn(stdout.trim())).toBe(201);
  await service.stop();
  service = await startService(dataDir, { RUAFLOW_HOST: "0.0.0.0" });
  expect(service.output).not.toContain("sign-in#");
  expect(service.output).toMatch(/Page {7}http:\/\/\S+\/\n +Sign in with an API key\./);
}, 120_000);
