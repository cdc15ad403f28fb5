import { randomBytes } from "node:crypto";
import { type ClickHouseHttpServer, startClickHouseHttp } from "./server.ts";

export interface PrivatePortOptions {
  /** Folder of this process's embedded engine. */
  readonly path: string;
  /** Database of the URL. */
  readonly database: string;
}

const USER = "ruaflow";
const LIMITS = { statementsMax: 1, requestsMax: 16, bodyBytesMax: 2 ** 20, answerBytesMax: 2 ** 28 };

/**
 * Opens the embedded engine to this operator's other processes, on a free port of 127.0.0.1 with a random password. The
 * URL contains it: its holder may do anything, so hand it over in a file that only its owner can read.
 */
export async function openPrivatePort({ path, database }: PrivatePortOptions): Promise<ClickHouseHttpServer> {
  const password = randomBytes(32).toString("base64url");
  const credentials = { user: USER, password };
  const server = await startClickHouseHttp({ path, credentials, database, ...LIMITS }, { host: "127.0.0.1", port: 0 });
  const url = new URL(`/${database}`, server.url);
  url.username = USER;
  url.password = password;
  return { url: url.href, close: () => server.close() };
}
