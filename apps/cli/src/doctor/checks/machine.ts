import { constants, existsSync } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { describeError } from "@ruaflow/runtime/errors";
import { type Check, failed, mayHaveRole, notNeeded, ok, type Situation, warning } from "../check.ts";

const NODE_MAJOR_MIN = 24;
const GIB = 2 ** 30;
const FREE_WARNING_BYTES = 5 * GIB;
const FREE_FAILED_BYTES = GIB / 2;

export const nodeCheck: Check = {
  name: "Node.js",
  async run() {
    const detail = `${process.version} on ${process.platform} ${process.arch}`;
    const major = Number(process.versions.node.split(".")[0]);
    if (major >= NODE_MAJOR_MIN) return ok(detail);
    return failed(
      detail,
      `Run commands by npx ruaflow in the project's folder, which brings Node.js ${NODE_MAJOR_MIN}.`,
    );
  },
};

/** What arrives is spooled there. */
export const hasDataFolder = (situation: Situation) =>
  mayHaveRole(situation, "api", "ingest", "smtp-receiver", "collector", "keeper");

export const folderCheck: Check = {
  name: "data folder",
  async run(situation) {
    if (!hasDataFolder(situation)) return notNeeded(situation);
    const folder = resolve(situation.settings.RUAFLOW_DATA_DIR);
    const existing = findExisting(folder);
    try {
      // The slash: a file is no folder.
      await access(`${existing}/`, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      return failed(describeError(error), "Set RUAFLOW_DATA_DIR to a folder that this user can write.");
    }
    const { bavail, bsize } = await statfs(existing);
    const free = bavail * bsize;
    const place = existing === folder ? folder : `${folder}, which the first start makes`;
    const detail = `${place}, ${(free / GIB).toFixed(1)} GiB free`;
    if (free < FREE_FAILED_BYTES)
      return failed(detail, "Make room now: PostgreSQL and ClickHouse stop when the disk is full.");
    if (free < FREE_WARNING_BYTES) return warning(detail, "Make room, or move the folder to a larger disk.");
    return ok(detail);
  },
};

/** The folder, or the nearest one above that is there. */
function findExisting(folder: string): string {
  return existsSync(folder) ? folder : findExisting(dirname(folder));
}
