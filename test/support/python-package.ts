import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A Python package with its version, installed from PyPI into a folder of its own when it is not there yet: that folder's
 * commands. Needs Python 3.10 with its module venv.
 */
export function installPythonPackage(name: string, version: string): string {
  const folder = join(tmpdir(), `ruaflow-${name}-${version}`);
  const commands = join(folder, "bin");
  const marker = join(folder, "installed");
  if (existsSync(marker)) return commands;
  console.error(`Installing ${name} ${version} into ${folder} ...`);
  execFileSync("python3", ["-m", "venv", "--clear", folder], { stdio: ["ignore", "ignore", "inherit"] });
  const packages = ["install", "--quiet", "--disable-pip-version-check", `${name}==${version}`];
  execFileSync(join(commands, "pip"), packages, { stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(marker, "");
  return commands;
}
