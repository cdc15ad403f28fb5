import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { type Check, failed, notNeeded, ok, type Situation, skipped, warning } from "../check.ts";
import { hasDataFolder } from "./machine.ts";

/** Who reads one of these can read or change all data: no right for anyone but the owner. */
const SECRETS = [
  "secrets.key",
  "clickhouse.url",
  "clickhouse-read-only.url",
  "postgres/owner.json",
  "postgres/cluster/ruaflow-password",
];
const FOLDERS = ["clickhouse", "postgres/cluster", "private", "spool", "imports", "move"];

const OTHERS_ALL = 0o077;
/** Others may pass the folder, which PostgreSQL needs where it runs as a user of its own; a group may look. */
const OTHERS_LOOK_OR_WRITE = 0o026;
const OTHERS_PASS = 0o011;

/** The modes of the data folder and of what must stay closed in it. */
export const modesCheck: Check = {
  name: "modes of the data folder",
  async run(situation) {
    if (process.platform === "win32") return skipped("this system has no modes");
    if (!hasDataFolder(situation)) return notNeeded(situation);
    const folder = resolve(situation.settings.RUAFLOW_DATA_DIR);
    const mode = await readMode(folder);
    if (mode === null) return skipped(`${folder} does not exist yet`);
    const isOpen = (mode & OTHERS_LOOK_OR_WRITE) !== 0;
    // Others do not reach what is in a closed folder, but a copy of it keeps the modes of its files.
    const secrets = await listOpen(folder, SECRETS);
    const folders = (mode & OTHERS_PASS) === 0 ? [] : await listOpen(folder, FOLDERS);
    const found = [...(isOpen ? [{ path: folder, mode }] : []), ...folders, ...secrets];
    if (found.length === 0) return ok(`${folder} ${show(mode)}, closed to other users`);
    const detail = `other users have rights: ${found.map((one) => `${one.path} ${show(one.mode)}`).join(", ")}`;
    const fix = [
      ...(isOpen ? [`chmod 711 ${folder}`] : []),
      ...folders.map(({ path }) => `chmod 700 ${path}`),
      ...secrets.map(({ path }) => `chmod 600 ${path}`),
    ].join(" && ");
    return secrets.length > 0 ? failed(detail, fix) : warning(detail, fix);
  },
};

async function listOpen(folder: string, names: readonly string[]) {
  const found = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), mode: await readMode(join(folder, name)) })),
  );
  return found.flatMap(({ path, mode }) => (mode === null || (mode & OTHERS_ALL) === 0 ? [] : [{ path, mode }]));
}

/** Without the kind of the file; `null` where there is none, or it lies in a folder that this user cannot enter. */
async function readMode(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mode }) => mode & 0o777,
    (error: NodeJS.ErrnoException) => {
      if (["ENOENT", "ENOTDIR", "EACCES"].includes(error.code ?? "")) return null;
      throw error;
    },
  );
}

const show = (mode: number) => mode.toString(8).padStart(4, "0");

const LEAVE_ROOT =
  "Set RUAFLOW_USER to a user of its own (useradd --system --user-group --no-create-home ruaflow), or start the service as that user.";

/** Whether an attacker who breaks into the service would have the whole machine. */
export const userCheck: Check = {
  name: "user",
  async run(situation) {
    const running = await readServiceUser(situation);
    if (running === 0) return warning("the service runs as root", LEAVE_ROOT);
    if (running !== null) return ok(`the service runs as the user with the id ${running}`);
    if (situation.dependencies !== null) return skipped("only a service with a PostgreSQL of its own tells");
    const wouldBeRoot = process.getuid?.() === 0 && situation.settings.RUAFLOW_USER === undefined;
    return wouldBeRoot ? warning("started from here, the service runs as root", LEAVE_ROOT) : ok("not root");
  },
};

/** The user id of the service that runs on the data folder; `null` without one, or where the system does not tell. */
async function readServiceUser({ settings }: Situation): Promise<number | null> {
  const owner = await findRunningOwner(join(resolve(settings.RUAFLOW_DATA_DIR), "postgres"));
  if (owner === null) return null;
  return stat(`/proc/${owner.pid}`).then(
    ({ uid }) => uid,
    () => null,
  );
}
