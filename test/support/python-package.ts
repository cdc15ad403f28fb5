import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A package of PyPI in one version. */
export interface PythonPackage {
  readonly name: string;
  readonly version: string;
  /** Packages to install with it, as `name==version`. */
  readonly others?: readonly string[];
}

/** Every package that tests and measurements take from PyPI. */
export const pythonPackages = {
  // dbt-core 1.12 needs a parser that its package downloads from elsewhere while it is installed.
  dbt: { name: "dbt-clickhouse", version: "1.10.3", others: ["dbt-core==1.11.16"] },
  duckdb: { name: "duckdb", version: "2.0.0" },
  kafka: { name: "kafka-python", version: "3.0.12", others: ["zstandard==0.25.0"] },
  moto: { name: "moto[server]", version: "5.2.5" },
  schemathesis: { name: "schemathesis", version: "4.32.5" },
  standardWebhooks: { name: "standardwebhooks", version: "1.1.0" },
} as const satisfies Record<string, PythonPackage>;

/** True if this machine can install packages: Python 3.10 or newer with its module venv. */
export function hasPython(): boolean {
  const { status } = spawnSync("python3", ["-c", "import sys, venv, ensurepip; assert sys.version_info >= (3, 10)"]);
  return status === 0;
}

/**
 * Installs a package into its own folder, unless it is already there, and returns the folder of its commands. Needs Python with
 * its module venv. Takes as long as the network needs: call it while a test file loads, never in a hook, which has a deadline.
 */
export function installPythonPackage({ name, version, others = [] }: PythonPackage): string {
  const folder = join(tmpdir(), ["ruaflow", name, version, ...others].join("-"));
  const commands = join(folder, "bin");
  const marker = join(folder, "installed");
  if (existsSync(marker)) return commands;
  console.error(`Installing ${name} ${version} from PyPI into ${folder} ...`);
  // The output of pip is the progress.
  const stdio: ("ignore" | 2)[] = ["ignore", 2, 2];
  execFileSync("python3", ["-m", "venv", "--clear", folder], { stdio });
  // Python compiles a module when it is first imported, which most never are.
  const options = ["--disable-pip-version-check", "--no-compile", "--progress-bar=off"];
  execFileSync(join(commands, "pip"), ["install", ...options, `${name}==${version}`, ...others], { stdio });
  writeFileSync(marker, "");
  return commands;
}
