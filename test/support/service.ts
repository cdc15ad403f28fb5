import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandFlags, type ProcessOptions, type StartedProcess, startProcess } from "./child-process.ts";

const main = fileURLToPath(new URL("../../apps/embedded/src/main.ts", import.meta.url));
const cli = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url));

/** Names the server that all services of a test run ask: no name exists there until a test publishes it. */
export const NAME_SERVER = "RUAFLOW_TEST_NAME_SERVER";

/** A new folder for a service's data. */
export function createDataDir(): string {
  return mkdtempSync(join(tmpdir(), "ruaflow-data-"));
}

export async function removeDataDir(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** The embedded service as its own process, as `npm start` runs it. */
export interface RunningService extends StartedProcess {
  readonly url: string;
  /** The key that the first start on a data folder prints. */
  readonly key: string | null;
  /** Port that receives mail, if `RUAFLOW_REPORT_DOMAIN` is set. */
  readonly smtpPort: number | null;
}

/** Starts the service and waits until it is ready. Tests never use the machine's own name servers. */
export async function startService(
  dataDir: string,
  environment: Record<string, string> = {},
  { openFilesMax }: Pick<ProcessOptions, "openFilesMax"> = {},
): Promise<RunningService> {
  const started = await startProcess({
    openFilesMax,
    args: [main],
    environment: {
      RUAFLOW_DATA_DIR: dataDir,
      RUAFLOW_PORT: "0",
      RUAFLOW_LOG_LEVEL: "error",
      RUAFLOW_SOURCE_ENRICHMENT: "offline",
      ...(process.env[NAME_SERVER] !== undefined && { RUAFLOW_DNS_SERVERS: process.env[NAME_SERVER] }),
      ...environment,
    },
    readyText: "Ctrl-C stops it",
  });
  return {
    ...started,
    url: started.output.match(/http:\/\/[^/\s]+/)?.[0] ?? "",
    key: started.output.match(/API key +(ruaflow_\S+)/)?.[1] ?? null,
    smtpPort: readPort(started.output),
  };
}

function readPort(output: string): number | null {
  const port = output.match(/received on \S+:(\d+)/)?.[1];
  return port === undefined ? null : Number(port);
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a `ruaflow` command to its end. */
export async function runCommand(
  args: readonly string[],
  environment: Record<string, string> = {},
  input?: Uint8Array,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [...commandFlags, cli, ...args], {
    env: { ...process.env, ...environment },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

/** Runs a command that must succeed; returns its output. */
export async function runOrThrow(
  args: readonly string[],
  environment: Record<string, string>,
  input = "",
): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, environment, Buffer.from(input));
  if (code === 0) return stdout;
  throw new Error(`ruaflow ${args.join(" ")} ended with ${code}:\n${stdout}\n${stderr}`);
}

/** Sends a GET request to the API. */
export async function ask<Body>(service: { url: string }, key: string, path: string) {
  const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  const body: Body = JSON.parse(await response.text());
  return { status: response.status, headers: response.headers, body };
}
