import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
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
    console.error("Fetching Apache Kafka from Maven Central (44 MB) ...");
    await fetchTo(folder);
    // In one step, because several test runs may fetch at the same time; the first one wins.
    await rename(folder, jars).catch((error) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return jars;
}

/** The output of Maven is the progress. */
async function fetchTo(folder: string): Promise<void> {
  const args = ["-B", "dependency:copy-dependencies", `-DoutputDirectory=${folder}`];
  const [code] = await once(spawn("mvn", args, { cwd: home, stdio: ["ignore", 2, 2] }), "exit");
  if (code !== 0) throw new Error(`mvn ${args.join(" ")} ended with ${code}`);
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
