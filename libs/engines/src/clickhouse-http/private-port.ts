import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolder } from "@ruaflow/runtime/folders";
import type { Statement } from "./chdb-session.ts";
import { isInsert } from "./insert-data.ts";
import { type ClickHouseHttpServer, startClickHouseHttp } from "./server.ts";
import type { StatementDeadline } from "./statement-deadline.ts";

export interface PrivatePortOptions {
  /** Folder of this process's embedded engine. */
  readonly path: string;
  /** Database of the URL. */
  readonly database: string;
  /** Folder for the socket, which only the user of this process may enter; it is created. */
  readonly socketFolder: string;
  /** The file that the service fills for an insert of many rows. */
  readonly rowsFile?: string;
  /** Called for a statement that should long have ended. */
  readonly onOverdue?: StatementDeadline["onOverdue"];
}

const LIMITS = { statementsMax: 1, requestsMax: 64, bodyBytesMax: 2 ** 28, answerBytesMax: 2 ** 29 };

/** The service keeps its connections; one that is closed while a request is on its way would fail it. */
const IDLE_MS_MAX = 24 * 60 * 60 * 1000;

/** Beside its limit, a statement of the service's own may take this long: the machine may be busy. */
const GRACE_MS = 20_000;
const INSERT_MS_MAX = 120_000;
/** Deletions and upgrades rewrite whole parts. */
const COMMAND_MS_MAX = 3_600_000;

/** By the limit that a question names itself. */
function toDeadlineMs({ query }: Statement): number {
  const limit = /\bmax_execution_time = (\d+)/.exec(query)?.[1];
  if (limit !== undefined) return Number(limit) * 1000 + GRACE_MS;
  return isInsert(query) ? INSERT_MS_MAX : COMMAND_MS_MAX;
}

/** Longer paths do not fit into the address of a Unix socket on macOS; on Linux 4 bytes more do. */
const SOCKET_PATH_BYTES_MAX = 103;

/**
 * Opens the embedded engine to the service and to this operator's commands, on a Unix socket. Who may use it is decided by the rights on its
 * folder: there is no password that could be read from a file, and no SQL function connects to such a socket.
 */
export async function openPrivatePort(options: PrivatePortOptions): Promise<ClickHouseHttpServer> {
  const { path, database, rowsFile, onOverdue } = options;
  const folder = await prepareFolder(options.socketFolder);
  const socket = join(folder, SOCKET);
  // A killed process has left its own.
  await rm(socket, { force: true });
  const served = {
    ...{ path, database, ...LIMITS, keepsSessions: true, idleMsMax: IDLE_MS_MAX },
    ...(rowsFile !== undefined && { rowsFile }),
    ...(onOverdue !== undefined && { deadline: { toMs: toDeadlineMs, onOverdue } }),
  };
  const server = await startClickHouseHttp(served, { path: socket });
  const url = new URL(`/${database}`, server.url);
  url.searchParams.set("socket", socket);
  return {
    url: url.href,
    close: async () => {
      await server.close();
      if (folder !== options.socketFolder) await rm(folder, { recursive: true, force: true });
    },
  };
}

const SOCKET = "clickhouse.sock";

async function prepareFolder(folder: string): Promise<string> {
  if (Buffer.byteLength(join(folder, SOCKET)) > SOCKET_PATH_BYTES_MAX) return mkdtemp(join(tmpdir(), "ruaflow-"));
  await createFolder(folder, 0o700);
  await chmod(folder, 0o700);
  return folder;
}
