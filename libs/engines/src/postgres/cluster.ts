import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { createFolder } from "@ruaflow/runtime/folders";
import { findPostgresBinaries, type PostgresBinaries } from "./binaries.ts";
import { createLauncher, type Launcher } from "./command.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { chooseOsUser, type OsUser } from "./os-user.ts";
import { isProcessAlive } from "./process.ts";

/** PostgreSQL's files on disk, and what is needed to run a server on them. */
export interface Cluster {
  /** PGDATA. Only PostgreSQL's user and root have access. */
  readonly folder: string;
  readonly password: string;
  readonly binaries: PostgresBinaries;
  readonly launcher: Launcher;
}

/** The role and the database of the service. The superuser cannot log in over the network. */
const roleName = "ruaflow";
const passwordFile = "ruaflow-password";

/**
 * `volatile` never waits for the disk: a power failure may lose everything, which is fine for tests. They may also create
 * databases.
 */
export type Durability = "durable" | "volatile";

/** Opens the cluster in `dataDir`; creates it on first use. */
export async function openCluster(dataDir: string, durability: Durability): Promise<Cluster> {
  await createFolder(dataDir, 0o711);
  const root = await realpath(dataDir);
  const folder = clusterFolder(root);
  const [binaries, user] = await Promise.all([findPostgresBinaries(), chooseOsUser()]);
  const launcher = await createLauncher(user, [root, dirname(binaries.postgres)]);
  await removeAbandoned(root);
  if (!(await exists(folder))) await initialize({ folder, binaries, launcher, user, durability });
  await requireOwnership(folder, user);
  return { folder, binaries, launcher, password: await readPassword(folder) };
}

export function clusterFolder(dataDir: string): string {
  return join(dataDir, "cluster");
}

/** The operator's other processes read the password from this file; no other user can enter the folder. */
export async function readPassword(folder: string): Promise<string> {
  return (await readFile(join(folder, passwordFile), "utf8")).trim();
}

/** Connection string of a server on the cluster. */
export function toUrl(port: number, password: string): string {
  return `postgres://${roleName}:${password}@127.0.0.1:${port}/${roleName}`;
}

interface Blueprint {
  readonly folder: string;
  readonly binaries: PostgresBinaries;
  readonly launcher: Launcher;
  readonly user: OsUser | null;
  readonly durability: Durability;
}

/** Creates the cluster under another name and renames it when complete, so that an incomplete cluster is never used. */
async function initialize(blueprint: Blueprint): Promise<void> {
  const { folder, binaries, launcher, user } = blueprint;
  const draft = `${folder}-draft-${process.pid}`;
  const password = randomBytes(24).toString("base64url");
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (user !== null) await chown(draft, user.uid, user.gid);
  const fsync = blueprint.durability === "durable" ? "on" : "off";
  const initArgs = ["--username=postgres", "--encoding=UTF8", "--locale=C", "--auth=trust", "--no-instructions"];
  if (fsync === "off") initArgs.push("--no-sync");
  await run(launcher, binaries.initdb, { args: ["-D", draft, ...initArgs], input: "" });
  const rights = blueprint.durability === "volatile" ? " CREATEDB" : "";
  await run(launcher, binaries.postgres, {
    args: ["--single", "-D", draft, "-c", `fsync=${fsync}`, "postgres"],
    input: `CREATE ROLE ${roleName} LOGIN${rights} PASSWORD '${password}';\nCREATE DATABASE ${roleName} OWNER ${roleName};\n`,
  });
  await writeFile(join(draft, "pg_hba.conf"), `host all ${roleName} 127.0.0.1/32 scram-sha-256\n`);
  await writeFile(join(draft, passwordFile), password, { mode: 0o600 });
  if (user !== null) await chown(join(draft, passwordFile), user.uid, user.gid);
  await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    // Another process has created the cluster meanwhile; use that one.
    await rm(draft, { recursive: true, force: true });
  });
}

async function run(launcher: Launcher, program: string, call: { args: string[]; input: string }): Promise<void> {
  const child = launcher.spawn(program, call.args, ["pipe", "ignore", "pipe"]);
  const exited = once(child, "exit");
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(call.input);
  const [output] = await Promise.all([child.stderr === null ? "" : text(child.stderr), exited]);
  if (child.exitCode === 0 && !output.includes("ERROR:") && !output.includes("FATAL:")) return;
  throw new EmbeddedPostgresError("start_failed", `Could not set up PostgreSQL: ${output.trim().slice(-2000)}`);
}

/** Removes drafts of processes that were killed while they created a cluster. */
async function removeAbandoned(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = /^cluster-draft-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isProcessAlive(Number(pid))) await rm(join(root, name), { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Root takes over a folder of another user, for example after an earlier start without root. */
async function requireOwnership(folder: string, user: OsUser | null): Promise<void> {
  const { uid } = await stat(folder);
  if (user === null && uid !== process.getuid?.()) {
    throw new EmbeddedPostgresError(
      "folder_foreign",
      `${folder} belongs to another user (uid ${uid}): PostgreSQL will not open it. Start the service as that user, or change the owner of the folder.`,
    );
  }
  if (user === null || uid === user.uid) return;
  for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), user.uid, user.gid);
  await chown(folder, user.uid, user.gid);
}
