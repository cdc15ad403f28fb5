import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { EmbeddedPostgresError } from "./errors.ts";

const run = promisify(execFile);

/** Child programs get none of our environment variables: a stray PGDATA or a secret must not reach them. */
export const cleanEnvironment = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };

/** The user that PostgreSQL runs as. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

const userName = "postgres";

/**
 * PostgreSQL refuses to run as root: root uses the user `postgres`, which is created if missing. Any other user runs it
 * under their own name; the result is then `null`.
 *
 * @throws EmbeddedPostgresError os_user_missing
 */
export async function chooseOsUser(): Promise<OsUser | null> {
  if (process.getuid?.() !== 0) return null;
  return (await readOsUser()) ?? (await createOsUser());
}

async function readOsUser(): Promise<OsUser | null> {
  try {
    const [uid, gid] = await Promise.all([readId("-u"), readId("-g")]);
    return { uid, gid };
  } catch {
    return null;
  }
}

async function readId(kind: "-u" | "-g"): Promise<number> {
  const { stdout } = await run("id", [kind, userName], { env: cleanEnvironment });
  return Number(stdout.trim());
}

async function createOsUser(): Promise<OsUser> {
  let cause: unknown;
  try {
    const args = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", userName];
    await run("useradd", args, { env: cleanEnvironment });
  } catch (error) {
    cause = error;
  }
  const created = await readOsUser();
  if (created !== null) return created;
  throw new EmbeddedPostgresError(
    "os_user_missing",
    `PostgreSQL does not run as root and the user ${userName} could not be created. Create it, start the service as another user, or set DATABASE_URL.`,
    { cause },
  );
}
