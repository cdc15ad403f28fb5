import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The text as Biome formats it in the file at `path`. */
export function format(text: string, path: string): string {
  const biome = `${root}node_modules/.bin/biome`;
  const options = { input: text, encoding: "utf8", cwd: root, maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync(biome, ["format", `--stdin-file-path=${path}`], options);
  if (status !== 0) throw new Error(`biome cannot format ${path}: ${stderr}`);
  return stdout;
}
