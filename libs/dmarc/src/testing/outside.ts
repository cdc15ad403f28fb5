import { createHook } from "node:async_hooks";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Sockets, DNS questions and processes as Node's core makes them, by whatever function they are asked for. */
const outside = /^(?:TCP|UDP|PIPECONNECT|PROCESS|GETADDRINFO|GETNAMEINFO|QUERY)/;
let opened: string[] = [];

createHook({
  init: (_id, type) => {
    if (outside.test(type)) opened.push(type);
  },
  trackPromises: false,
}).enable();

/** What was opened towards the outside since the last call. */
export function takeOpened(): readonly string[] {
  const taken = opened;
  opened = [];
  return taken;
}

/** What guards did when they were tried. */
export interface Guards {
  /** Error code of writing a file. */
  readonly writing: string;
  readonly opened: readonly string[];
}

/** Writes a file and opens a socket, so that a test can see the one refused and the other noticed. */
export async function tryGuards(): Promise<Guards> {
  takeOpened();
  await once(connect({ host: "127.0.0.1", port: 9 }), "close").catch(() => {});
  return { writing: tryToWrite(), opened: takeOpened() };
}

function tryToWrite(): string {
  try {
    writeFileSync(join(tmpdir(), `ruaflow-guard-${process.pid}`), "");
    return "written";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}
