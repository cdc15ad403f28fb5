import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The current release line; its newest version is installed once and then kept. */
const REQUIREMENT = "parsedmarc[postgresql]>=11,<12";
const folder = join(tmpdir(), "ruaflow-bench-parsedmarc-11");

/** parsedmarc in its own Python environment, or why it is not available. */
export type Parsedmarc =
  | { readonly python: string; readonly version: string }
  | { readonly python: null; readonly reason: string };

/** Finds the environment in the system's temporary folder, or creates it with python3 and PyPI. */
export async function prepareParsedmarc(): Promise<Parsedmarc> {
  const python = join(folder, "bin", "python");
  try {
    const version = (await readVersion(python)) ?? (await install(python));
    return { python, version };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { python: null, reason };
  }
}

async function install(python: string): Promise<string> {
  console.error(`parsedmarc: installing ${REQUIREMENT} into ${folder} ...`);
  await run("python3", ["-m", "venv", "--clear", folder]);
  await run(python, ["-m", "pip", "install", "--quiet", REQUIREMENT]);
  const version = await readVersion(python);
  if (version === null) throw new Error("parsedmarc was installed but cannot be imported");
  return version;
}

async function readVersion(python: string): Promise<string | null> {
  const script =
    "import parsedmarc, platform, psycopg; print(parsedmarc.__version__, 'on Python', platform.python_version())";
  const answer = await run(python, ["-c", script]).catch(() => null);
  return answer === null ? null : answer.stdout.trim();
}
