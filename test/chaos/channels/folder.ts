import { mkdirSync, mkdtempSync } from "node:fs";
import { access, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { GeneratedReport } from "../../support/report-generator.ts";
import { type Channel, count } from "./channel.ts";

const LOOK_EVERY_MS = 20;

/** Files in a watched Maildir. A file is acknowledged once it is moved away. */
export async function openFolder(): Promise<Channel> {
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-chaos-folder-"));
  for (const name of ["cur", "new", "tmp"]) mkdirSync(join(folder, name));
  const counts = new Map<string, number>();
  let files = 0;

  async function deliver(report: GeneratedReport): Promise<void> {
    files += 1;
    const name = `${files}.xml.gz`;
    await writeFile(join(folder, "tmp", name), gzipSync([...report.xml()].join(""), { level: 1 }));
    await rename(join(folder, "tmp", name), join(folder, "new", name));
    while (await exists(join(folder, "new", name))) await sleep(LOOK_EVERY_MS);
    const refused = await readdir(join(folder, "refused")).catch(() => []);
    if (refused.length > 0) throw new Error(`a file was refused: ${refused}`);
    count(counts, "moved");
  }

  return {
    name: "folder",
    isMail: false,
    pauseMsMax: 5000,
    settings: { RUAFLOW_FOLDER: folder, RUAFLOW_COLLECT_EVERY_MS: "1000" },
    createDelivery: async () => ({ counts, createSender: () => deliver }),
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
