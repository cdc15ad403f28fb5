import { readFileSync } from "node:fs";
import { Agent as HttpAgent } from "node:http";
import { Agent, type AgentOptions } from "node:https";
import { createConnection } from "node:net";
import { UsageError } from "@ruaflow/runtime/errors";
import { defaultDatabase } from "./engine.ts";

/** Where a ClickHouse server is, and as whom to connect. */
export interface ServerAddress {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  /** Files in PEM by TLS option; empty: the authorities that Node.js trusts, and no client certificate. */
  readonly tlsFiles: TlsFiles;
  /** Path of the Unix socket that answers instead of the host; `null`: none. */
  readonly socket: string | null;
}

type TlsFiles = Readonly<Partial<Record<"ca" | "cert" | "key", string>>>;

/** Of a service's own ClickHouse: `http://localhost/database?socket=/path`. */
const SOCKET_PARAMETER = "socket";

/** Parameters of the URL, named as in the connection strings of clickhouse-connect. */
const TLS_PARAMETERS = { ca_cert: "ca", client_cert: "cert", client_cert_key: "key" } as const;

/**
 * Reads `https://user:password@host:8443/database?ca_cert=/path`, or the URL of a Unix socket.
 * @throws UsageError when it is not such a URL, or its files cannot be used
 */
export function readServerAddress(text: string): ServerAddress {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError("CLICKHOUSE_URL must look like https://user:password@host:8443/database.");
  }
  const socket = url.protocol === "http:" ? url.searchParams.get(SOCKET_PARAMETER) : null;
  if (socket !== null) url.searchParams.delete(SOCKET_PARAMETER);
  const tlsFiles = readTlsFiles(url);
  readPem(tlsFiles);
  return {
    url: `${url.protocol}//${url.host}`,
    username: decodeURIComponent(url.username) || "default",
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || defaultDatabase,
    tlsFiles,
    socket,
  };
}

function readTlsFiles({ protocol, searchParams }: URL): TlsFiles {
  const files: Partial<Record<"ca" | "cert" | "key", string>> = {};
  for (const [name, path] of searchParams) {
    if (!isTlsParameter(name)) {
      throw new UsageError(
        `CLICKHOUSE_URL has the unknown parameter ${name}; it may have ${Object.keys(TLS_PARAMETERS).join(", ")}.`,
      );
    }
    if (protocol !== "https:") throw new UsageError(`CLICKHOUSE_URL has the parameter ${name}, so it must be https.`);
    files[TLS_PARAMETERS[name]] = path;
  }
  if ((files.cert === undefined) !== (files.key === undefined)) {
    throw new UsageError("client_cert and client_cert_key in CLICKHOUSE_URL are required together.");
  }
  return files;
}

function isTlsParameter(name: string): name is keyof typeof TLS_PARAMETERS {
  return name in TLS_PARAMETERS;
}

function readPem(files: TlsFiles): AgentOptions {
  const pem = Object.entries(files).map(([option, path]) => [option, readFile(path)]);
  return Object.fromEntries(pem);
}

function readFile(path: string): string {
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch (cause) {
    throw new UsageError(`CLICKHOUSE_URL names ${path}, which cannot be read.`, { cause });
  }
  if (!content.includes("-----BEGIN ")) throw new UsageError(`CLICKHOUSE_URL names ${path}, which is not PEM.`);
  return content;
}

/** The connections that a client of this server needs to be given; `undefined`: its own. */
export function toAgent(
  { url, tlsFiles, socket }: Pick<ServerAddress, "url" | "tlsFiles" | "socket">,
  connectionsMax: number,
): HttpAgent | undefined {
  // A connection for each request costs nothing on this machine, and none is ever closed while a request is on its way.
  if (socket !== null) return new SocketAgent(socket, { keepAlive: false, maxSockets: connectionsMax });
  return url.startsWith("https:") ? new ServerAgent(tlsFiles, connectionsMax) : undefined;
}

/** Connections to a Unix socket. */
export class SocketAgent extends HttpAgent {
  readonly #path: string;

  constructor(path: string, options: AgentOptions) {
    super(options);
    this.#path = path;
  }

  override createConnection() {
    return createConnection({ path: this.#path });
  }
}

/** Connections of an HTTPS server whose files are read for each of them, so that renewed ones need no restart. */
class ServerAgent extends Agent {
  readonly #files: TlsFiles;

  constructor(files: TlsFiles, connectionsMax: number) {
    // A resumed session would not check the certificate again.
    super({ keepAlive: true, maxSockets: connectionsMax, maxCachedSessions: 0 });
    this.#files = files;
  }

  override createConnection(...[options, callback]: Parameters<Agent["createConnection"]>) {
    return super.createConnection({ ...options, ...readPem(this.#files) }, callback);
  }
}
