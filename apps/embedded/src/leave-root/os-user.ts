import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { UsageError } from "@ruaflow/runtime/errors";

const run = promisify(execFile);

export interface ServiceUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** All groups of the user, the first one included. */
  readonly groups: readonly number[];
}

/** @throws {UsageError} for a text that is no user's name: it would become an argument of a program */
export function requireUserName(text: string): void {
  if (!/^[A-Za-z_][\w.-]*$/.test(text)) throw new UsageError(`${JSON.stringify(text)} is not the name of a user.`);
}

/** @throws {UsageError} when there is no such user, or it is root */
export async function findUser(name: string): Promise<ServiceUser> {
  requireUserName(name);
  const [uid = 0] = await readIds("-u", name);
  if (uid === 0) throw new UsageError(`RUAFLOW_USER: ${name} is root under another name.`);
  const [gid = 0] = await readIds("-g", name);
  return { name, uid, gid, groups: await readIds("-G", name) };
}

async function readIds(kind: "-u" | "-g" | "-G", name: string): Promise<number[]> {
  try {
    return (await run("id", [kind, name])).stdout.trim().split(" ").map(Number);
  } catch (cause) {
    const create = `useradd --system --user-group --no-create-home ${name}`;
    throw new UsageError(`RUAFLOW_USER: there is no user ${name}. Create it: ${create}`, { cause });
  }
}
