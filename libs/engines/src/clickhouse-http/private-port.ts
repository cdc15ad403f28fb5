import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolder } from "@ruaflow/runtime/folders";
import { type ClickHouseHttpServer, startClickHouseHttp } from "./server.ts";

export interface PrivatePortOptions {
  /** Folder of this process's embedded engine. */
  readonly path: string;
  /** Database of the URL. */
  readonly database: string;
  /** Folder for the socket, which only the user of this process may enter; it is created. */
  readonly socketFolder: string;
}

const LIMITS = { statementsMax: 1, requestsMax: 16, bodyBytesMax: 2 ** 20, answerBytesMax: 2 ** 28 };

/** Longer paths do not fit into the address of a Unix socket on macOS; on Linux 4 bytes more do. */
const SOCKET_PATH_BYTES_MAX = 103;

/**
 * Opens the embedded engine to this operator's other processes, on a Unix socket. Who may use it is decided by the rights on its
 * folder: there is no password that could be read from a file, and no SQL function connects to such a socket.
 */
export async function openPrivatePort(options: PrivatePortOptions): Promise<ClickHouseHttpServer> {
  const { path, database } = options;
  const folder = await prepareFolder(options.socketFolder);
  const socket = join(folder, SOCKET);
  // A killed process has left its own.
  await rm(socket, { force: true });
  const server = await startClickHouseHttp({ path, database, ...LIMITS }, { path: socket });
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
