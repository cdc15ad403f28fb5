import { startPostgres } from "@ruaflow/engines/testing";
import { createPostgresLog, type PostgresLogOptions } from "../postgres/postgres-log.ts";
import type { Connection, EventLogHarness } from "./harness.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

export interface PostgresHarness extends EventLogHarness {
  readonly url: string;
  /** A connection whose network the test can break. */
  connectThroughProxy(options: Omit<PostgresLogOptions, "connectionString">): Promise<Connection & { proxy: TcpProxy }>;
}

export async function startPostgresHarness(): Promise<PostgresHarness> {
  const server = await startPostgres();
  const target = new URL(server.url);
  const proxies: TcpProxy[] = [];

  async function connectThroughProxy(options: Omit<PostgresLogOptions, "connectionString">) {
    const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) });
    proxies.push(proxy);
    const log = createPostgresLog({ connectionString: proxy.toUrl(server.url), ...options });
    return { log, proxy, crash: async () => proxy.cut() };
  }

  return {
    url: server.url,
    takeoverMs: 3000,
    connect: (topics) => connectThroughProxy({ topics }),
    connectThroughProxy,
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await server.stop();
    },
  };
}
