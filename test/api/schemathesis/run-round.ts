import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Round {
  /** The Schemathesis command. */
  readonly command: string;
  /** URL of the service. */
  readonly url: string;
  readonly key: string;
  /** Settings of Schemathesis. */
  readonly config: string;
  /** Ids that the run must not delete. */
  readonly keptIds: readonly string[];
  readonly seed: number;
  /** Generated requests of each operation in each phase. */
  readonly examplesMax: number;
}

/**
 * Runs Schemathesis once with every check and shows its output. Its checks of valid and of invalid data are replaced by those in
 * hooks.py, which know reasons of refusals, and what is ignored. Returns true without findings.
 */
export async function runRound({ command, url, key, config, keptIds, seed, examplesMax }: Round): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-schemathesis-run-"));
  try {
    const configPath = join(folder, "schemathesis.toml");
    await writeFile(configPath, config);
    const run = ["run", `${url}/openapi.json`, "--header", `Authorization: Bearer ${key}`];
    const checks = ["--checks", "all", "--exclude-checks", "positive_data_acceptance,negative_data_rejection"];
    const size = ["--max-examples", String(examplesMax), "--seed", String(seed), "--no-color"];
    const env = { ...process.env, RUAFLOW_KEPT_IDS: keptIds.join(",") };
    const args = ["--config-file", configPath, ...run, ...checks, ...size];
    const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "inherit", "inherit"] });
    const [code] = await once(child, "close");
    return code === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
