import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const VERSION = "4.32.5";

/** The Schemathesis command, installed from PyPI into a folder of its own when it is not there; needs Python 3.10. */
export function installSchemathesis(): string {
  const folder = join(tmpdir(), `ruaflow-schemathesis-${VERSION}`);
  const command = join(folder, "bin", "schemathesis");
  if (existsSync(command)) return command;
  console.error(`Installing schemathesis ${VERSION} into ${folder} ...`);
  execFileSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
  execFileSync(join(folder, "bin", "pip"), ["install", "--quiet", `schemathesis==${VERSION}`], { stdio: "inherit" });
  return command;
}
