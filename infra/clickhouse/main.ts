import { resolve } from "node:path";
import { startClickHouseHttp } from "@ruaflow/engines/clickhouse-http";

/** `npm run clickhouse`: ClickHouse in a separate process, for machines without a ClickHouse server. */
const help = `npm run clickhouse: serves ClickHouse (chdb, in-process) through its HTTP interface until Ctrl-C.

  CLICKHOUSE_DATA_DIR   folder of the data             infra/clickhouse/data
  CLICKHOUSE_HOST       address to listen on           127.0.0.1
  CLICKHOUSE_PORT       port to listen on              8123
  CLICKHOUSE_USER       the only user                  default
  CLICKHOUSE_PASSWORD   required beyond loopback       not set

For development and tests. It has one user and no grants, sessions or streaming: bodies (up to 64 MiB) and
answers are held completely in memory. In production set CLICKHOUSE_URL to a ClickHouse server.`;

// Each running statement uses a thread, a mutation for minutes; the rest serve files and compression. libuv reads this
// at its first task, which is loading the engine.
process.env.UV_THREADPOOL_SIZE ??= "16";
const STATEMENTS_MAX = 8;

const { env } = process;
const host = env.CLICKHOUSE_HOST ?? "127.0.0.1";
const user = env.CLICKHOUSE_USER ?? "default";
const password = env.CLICKHOUSE_PASSWORD ?? "";
const port = Number(env.CLICKHOUSE_PORT ?? 8123);

if (process.argv.includes("--help")) {
  console.log(help);
  process.exit(0);
}
if (password === "" && !["127.0.0.1", "::1", "localhost"].includes(host))
  refuse(`Other machines can reach ${host}: set CLICKHOUSE_PASSWORD, or leave CLICKHOUSE_HOST at 127.0.0.1.`);
if (!Number.isInteger(port) || port < 0 || port > 65_535) refuse("CLICKHOUSE_PORT: expected a port from 0 to 65535.");

const server = await startClickHouseHttp(
  {
    path: resolve(env.CLICKHOUSE_DATA_DIR ?? resolve(import.meta.dirname, "data")),
    credentials: { user, password },
    database: "default",
    statementsMax: STATEMENTS_MAX,
    requestsMax: 256,
    bodyBytesMax: 64 * 2 ** 20,
    answerBytesMax: 2 ** 30,
  },
  { host, port },
).catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    // npm passes on a Ctrl-C that this process has had: without a listener the second would end it at once.
    process.on(signal, () => undefined);
    await server.close();
    process.exit(0);
  });
}
console.log(
  `ClickHouse listens. In another terminal:\n  CLICKHOUSE_URL=${toClickHouseUrl()} npm start\nCtrl-C stops it.`,
);

function toClickHouseUrl(): string {
  const url = new URL(`${server.url}/ruaflow`);
  if (password !== "") {
    url.username = user;
    // The operator has just set it, but it must not show on the terminal.
    url.password = "PASSWORD";
  }
  return url.href;
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(2);
}
