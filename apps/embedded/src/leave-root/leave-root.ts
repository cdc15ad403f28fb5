import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describeError, UsageError } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import { handOver } from "./hand-over.ts";
import { findUser, type ServiceUser } from "./os-user.ts";

const { R_OK, W_OK, X_OK } = constants;

/** The settings that name who runs the service and what it must be able to read or write. */
interface RightsSettings {
  readonly RUAFLOW_USER?: string | undefined;
  readonly RUAFLOW_DATA_DIR: string;
  readonly RUAFLOW_RAW_STORE?: string | undefined;
  readonly RUAFLOW_FOLDER?: string | undefined;
  readonly RUAFLOW_SMTP_CERT?: string | undefined;
  readonly RUAFLOW_SMTP_KEY?: string | undefined;
  readonly RUAFLOW_SENDERS_JSON?: string | undefined;
}

/**
 * A service that root starts becomes one of the user in RUAFLOW_USER: the data folder is given to that user, and this process
 * starts the program anew as the user, without any right of root. Before anything is opened: what is opened by root stays
 * open. Does nothing for another user than root.
 *
 * @throws {UsageError} when there is no such user, or it cannot read or write what the service needs
 */
export async function leaveRoot(settings: RightsSettings, logger: Logger): Promise<void> {
  const { RUAFLOW_USER: name, RUAFLOW_DATA_DIR } = settings;
  if (process.getuid?.() !== 0 || name === undefined) return;
  const user = await findUser(name);
  const folder = resolve(RUAFLOW_DATA_DIR);
  if (await handOver(folder, user)) logger.info({ user: name, folder }, "the data folder was handed over");
  become(user);
  requireAccess(settings, user);
  startAnew();
}

/** For good: also the saved ids change, so nothing leads back. */
function become({ uid, gid, groups }: ServiceUser): void {
  process.setgroups?.([...groups]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** Whatever the user cannot reach would fail later, in some corner. */
function requireAccess(settings: RightsSettings, { name }: ServiceUser): void {
  const {
    RUAFLOW_DATA_DIR,
    RUAFLOW_RAW_STORE,
    RUAFLOW_FOLDER,
    RUAFLOW_SMTP_CERT,
    RUAFLOW_SMTP_KEY,
    RUAFLOW_SENDERS_JSON,
  } = settings;
  const store = RUAFLOW_RAW_STORE?.startsWith("file:") ? fileURLToPath(RUAFLOW_RAW_STORE) : undefined;
  const needed = [
    { path: process.execPath, mode: R_OK | X_OK },
    { path: process.argv[1], mode: R_OK },
    { path: RUAFLOW_DATA_DIR, mode: R_OK | W_OK | X_OK },
    { path: store, mode: R_OK | W_OK | X_OK },
    { path: RUAFLOW_FOLDER, mode: R_OK | W_OK | X_OK },
    { path: RUAFLOW_SMTP_CERT, mode: R_OK },
    { path: RUAFLOW_SMTP_KEY, mode: R_OK },
    { path: RUAFLOW_SENDERS_JSON, mode: R_OK },
  ];
  for (const { path, mode } of needed) if (path !== undefined) requirePath(resolve(path), mode, name);
}

function requirePath(path: string, mode: number, name: string): void {
  try {
    accessSync(path, mode);
  } catch (cause) {
    const wanted = mode & W_OK ? "read and write" : "read";
    throw new UsageError(
      `RUAFLOW_USER: ${name} must be able to ${wanted} ${path} (${describeError(cause)}). Change its owner with chown, or open the folders above it with chmod o+x.`,
      { cause },
    );
  }
}

/** The same process with the same arguments; files of settings were read by root, and are in its variables. */
function startAnew(): void {
  const options = process.execArgv.filter((option) => !option.startsWith("--env-file"));
  process.execve?.(process.execPath, [process.execPath, ...options, ...process.argv.slice(1)]);
}
