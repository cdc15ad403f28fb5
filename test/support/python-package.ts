import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Installs a version of a Python package from PyPI into its own folder, unless it is already there, and returns the
 * folder of its commands. Needs Python 3.10 with its module venv.
 * @param others installed with it, as `name==version`
 */
export function installPythonPackage(name: string, version: string, others: readonly string[] = []): string {
  const folder = join(tmpdir(), ["ruaflow", name, version, ...others].join("-"));
  const commands = join(folder, "bin");
  const marker = join(folder, "installed");
  if (existsSync(marker)) return commands;
  console.error(`Installing ${name} ${version} into ${folder} ...`);
  execFileSync("python3", ["-m", "venv", "--clear", folder], { stdio: ["ignore", "ignore", "inherit"] });
  // Python compiles a module when it is first imported, which most never are.
  const options = ["--quiet", "--disable-pip-version-check", "--no-compile"];
  const packages = ["install", ...options, `${name}==${version}`, ...others];
  execFileSync(join(commands, "pip"), packages, { stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(marker, "");
  return commands;
}
