import { execFile } from "node:child_process";
import { access, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const home = import.meta.dirname;
const jars = join(home, "jars");

/** The software that this machine lacks to run a broker, as a phrase for people; `null` when nothing is missing. */
export async function findMissingSoftware(): Promise<string | null> {
  if (!(await succeeds("java", ["-version"])))
    return "Java 17 or newer (for example: apt-get install openjdk-17-jre-headless)";
  if (await exists(jars)) return null;
  return (await succeeds("mvn", ["-v"])) ? null : "Maven, to fetch Apache Kafka (for example: apt-get install maven)";
}

/** Fetches Apache Kafka from Maven Central, once per checkout (44 MB); resolves to the folder of its jars. */
export async function fetchJars(): Promise<string> {
  if (await exists(jars)) return jars;
  const folder = await mkdtemp(join(home, "jars-"));
  try {
    await run("mvn", ["-q", "-B", "dependency:copy-dependencies", `-DoutputDirectory=${folder}`], { cwd: home });
    // In one step, because several test runs may fetch at the same time; the first one wins.
    await rename(folder, jars).catch((error) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return jars;
}

async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
