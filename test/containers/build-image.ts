import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { docker } from "../../infra/docker/docker.ts";

export const IMAGE = "ruaflow:local";
/** What must never be in an image; it is planted in the folder that the image is built from. */
export const PLANTED = [
  "infra/compose/secrets/secrets_key",
  "infra/compose/secrets/database_url",
  ".env",
  "data/secrets.key",
];

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The files of this working copy that git does not ignore. */
export function listSources(): string[] {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  return files.trim().split("\n");
}

/** Builds the image as an operator does, whose folder also has secrets and data. */
export async function buildImage(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-image-"));
  try {
    for (const path of listSources()) cpSync(join(root, path), join(folder, path));
    for (const path of PLANTED) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), "planted");
    }
    const dockerfile = join(folder, "infra/docker/Dockerfile");
    await docker(["build", "--file", dockerfile, "--target", "server", "--tag", IMAGE, folder]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
