import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { createFolder } from "@ruaflow/runtime";
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
  mayHaveRole(situation, "api", "ingest", "smtp-receiver", "collector");

export const folderCheck: Check = {
  name: "data folder",
  async run(situation) {
    if (!hasDataFolder(situation)) return notNeeded(situation);
    const folder = resolve(situation.settings.RUAFLOW_DATA_DIR);
    try {
      await createFolder(folder, 0o700);
      await access(folder, constants.R_OK | constants.W_OK);
    } catch (error) {
      return failed(describeError(error), "Set RUAFLOW_DATA_DIR to a folder that this user can write.");
    }
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const detail = `${folder}, ${(free / GIB).toFixed(1)} GiB free`;
    if (free < FREE_FAILED_BYTES)
      return failed(detail, "Make room now: PostgreSQL and ClickHouse stop when the disk is full.");
    if (free < FREE_WARNING_BYTES) return warning(detail, "Make room, or move the folder to a larger disk.");
    return ok(detail);
  },
};
