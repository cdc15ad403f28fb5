import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createDataDir, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import type { Filled, FillSpec } from "./fill/spec.ts";
import type { PartContext } from "./part.ts";
import { runWatched } from "./run-watched.ts";
import { readStoredBytes, type StoredBytes } from "./stored-bytes.ts";

/**
 * The rate of DNS checks for 10,000 domains in normal operation; otherwise a filled store would check all of them
 * during the run.
 */
const WATCH = { RUAFLOW_DNS_WATCH_PER_SECOND: "20" };

const fillScript = fileURLToPath(new URL("fill/main.ts", import.meta.url));

/** The service on a filled store. */
export interface FilledStore {
  /** The service's data folder. */
  readonly folder: string;
  readonly filled: Filled;
  readonly stored: StoredBytes;
  readonly service: RunningService;
  createKey(organizationId: string): Promise<string>;
  stop(): Promise<void>;
}

/** Fills a store, or reuses one with the same spec under `--data`, and starts the service on it. */
export async function openFilledStore(
  name: string,
  spec: FillSpec,
  { options, progress }: PartContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<FilledStore> {
  const kept = options.data !== null;
  const folder = options.data === null ? createDataDir() : resolve(options.data, name);
  const remove = () => (kept ? Promise.resolve() : removeDataDir(folder));
  try {
    const filled = readFilled(folder, spec) ?? (await fill(folder, spec, progress));
    progress("waiting until ClickHouse has merged its parts");
    const stored = await readStoredBytes(join(folder, "clickhouse"), { settled: true });
    const service = await startService(folder, { ...WATCH, ...settings });
    const environment = { RUAFLOW_DATA_DIR: folder, RUAFLOW_LOG_LEVEL: "error" };
    return {
      folder,
      filled,
      stored,
      service,
      createKey: async (organizationId) =>
        (await runOrThrow(["keys", "create", "bench", "--org", organizationId], environment)).trim(),
      async stop() {
        await service.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Written last, so that a partly filled folder is filled again. */
const MARK = "bench.json";

function readFilled(folder: string, spec: FillSpec): Filled | undefined {
  const path = join(folder, MARK);
  if (!existsSync(path)) return undefined;
  const filled: Filled = JSON.parse(readFileSync(path, "utf8"));
  return JSON.stringify(filled.spec) === JSON.stringify(spec) ? filled : undefined;
}

async function fill(folder: string, spec: FillSpec, progress: (text: string) => void): Promise<Filled> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { stdout } = await runWatched(process.execPath, [fillScript, folder, JSON.stringify(spec)], {
    onErrorOutput: (text) => progress(text.trim()),
  });
  await writeFile(join(folder, MARK), stdout);
  return JSON.parse(stdout);
}
