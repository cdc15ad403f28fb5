import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { docker } from "../docker.ts";
import { readAptMirror } from "./apt-mirror.ts";

const IMAGE = "ruaflow-stand-in/debian:bookworm";
const RELEASE = "bookworm";

const run = promisify(execFile);

/**
 * Makes the image that all stand-ins build on, unless Docker has it: a minimal Debian, from the mirror of this machine.
 * @throws without root or debootstrap
 */
export async function importDebian(): Promise<void> {
  const exists = await docker(["image", "inspect", IMAGE]).catch(() => null);
  if (exists !== null) return;
  if (process.getuid?.() !== 0)
    throw new Error("Without a registry, the base images are made with debootstrap, which needs root.");
  await run("debootstrap", ["--version"]).catch(() => {
    throw new Error("Without a registry, the base images need debootstrap: apt-get install debootstrap");
  });
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-debian-"));
  try {
    const mirror = await readAptMirror(RELEASE);
    const include = "--include=ca-certificates,libstdc++6,wget";
    await run("debootstrap", ["--variant=minbase", include, RELEASE, folder, ...(mirror === null ? [] : [mirror])]);
    await run("sh", ["-c", 'tar -C "$0" -c . | docker import - "$1"', folder, IMAGE]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
