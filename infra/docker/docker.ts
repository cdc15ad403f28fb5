import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Output of a build goes to memory first; this is its limit. */
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Runs `docker` and resolves to its standard output.
 * @throws an error with the end of Docker's error output
 */
export async function docker(args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("docker", [...args], {
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    return stdout.trim();
  } catch (error) {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new Error(`docker ${args.slice(0, 3).join(" ")} failed: ${output.trim().slice(-2000)}`, { cause: error });
  }
}
