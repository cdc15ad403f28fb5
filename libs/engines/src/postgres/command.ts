import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { EmbeddedPostgresError } from "./errors.ts";
import { cleanEnvironment, type OsUser } from "./os-user.ts";

/** Starts PostgreSQL's programs so that they can access their files. */
export interface Launcher {
  /**
   * Starts a program in a separate process group: Ctrl-C at a terminal must reach only the service, which drains first.
   */
  spawn(program: string, args: readonly string[], stdio: NonNullable<SpawnOptions["stdio"]>): ChildProcess;
}

const setprivPath = "/usr/bin/setpriv";

/** Keeps two of root's capabilities after the change of user: access below folders that are closed to `postgres`. */
const overrideCapabilities = "+dac_override,+dac_read_search";

/**
 * @param user from `chooseOsUser`
 * @param folders that the programs must access: the binaries' folder and the data folder
 * @throws EmbeddedPostgresError folder_unreachable
 */
export async function createLauncher(user: OsUser | null, folders: readonly string[]): Promise<Launcher> {
  if (user === null) return launcherOf((program, args) => ({ program, args, as: {} }));
  const closed = await findClosedFolder(user, folders);
  if (closed === null) return launcherOf((program, args) => ({ program, args, as: user }));
  await requireSetpriv(closed);
  return launcherOf((program, args) => ({
    program: setprivPath,
    args: [
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      "--clear-groups",
      `--inh-caps=${overrideCapabilities}`,
      `--ambient-caps=${overrideCapabilities}`,
      "--securebits=+no_setuid_fixup",
      "--",
      program,
      ...args,
    ],
    as: {},
  }));
}

interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly as: Partial<OsUser>;
}

function launcherOf(toCommand: (program: string, args: readonly string[]) => Command): Launcher {
  return {
    spawn(program, args, stdio) {
      const command = toCommand(program, args);
      const identity = command.as.uid === undefined ? {} : { uid: command.as.uid, gid: command.as.gid };
      return spawn(command.program, command.args, {
        ...identity,
        stdio,
        detached: true,
        cwd: "/",
        env: cleanEnvironment,
      });
    },
  };
}

async function requireSetpriv(closed: string): Promise<void> {
  try {
    await access(setprivPath);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      "folder_unreachable",
      `PostgreSQL runs as the user postgres, which may not enter ${closed}. Move the folder, open it with "chmod o+x ${closed}", install setpriv (util-linux), or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** The first of `folders` or their ancestors that `user` may not enter. Access control lists are not checked. */
async function findClosedFolder(user: OsUser, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    for (const ancestor of ancestorsOf(folder)) {
      if (!mayEnter(user, await stat(ancestor))) return ancestor;
    }
  }
  return null;
}

function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [...ancestorsOf(parent), folder];
}

function mayEnter(user: OsUser, folder: { uid: number; gid: number; mode: number }): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}
