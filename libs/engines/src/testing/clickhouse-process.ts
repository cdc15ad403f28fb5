import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createTemporaryFolder } from "@ruaflow/record-store/testing";

/** `npm run clickhouse` as a child process on an empty folder and a free port. */
export interface ClickHouseProcess {
  readonly url: string;
  /** Stops it gracefully, removes its data and returns the exit code. */
  stop(): Promise<number | null>;
}

const main = new URL("../../../../infra/clickhouse/main.ts", import.meta.url).pathname;

/** Rejects with the exit code when it fails to start. */
export async function startClickHouseProcess(password: string): Promise<ClickHouseProcess> {
  const folder = await createTemporaryFolder();
  const child = spawnClickHouse({
    CLICKHOUSE_DATA_DIR: folder.path,
    CLICKHOUSE_PORT: "0",
    CLICKHOUSE_PASSWORD: password,
  });
  const url = await readUrl(child);
  return {
    url: url.replace("PASSWORD", encodeURIComponent(password)),
    stop: async () => {
      const exit = once(child, "exit");
      // False when it has ended by itself; the exit code then shows it.
      if (child.kill("SIGTERM")) await exit;
      await folder.remove();
      return child.exitCode;
    },
  };
}

/** Starts it with only these environment variables. */
export function spawnClickHouse(env: Readonly<Record<string, string>>, args: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [main, ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
}

async function readUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("the process has no output");
  for await (const line of createInterface(child.stdout)) {
    const url = line.match(/CLICKHOUSE_URL=(\S+)/)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`npm run clickhouse ended with code ${child.exitCode}`);
}
