import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startClickHouse } from "@ruaflow/embedded/clickhouse";
import { openSqlPort, readSortedFunctions, startClickHouseHttp } from "@ruaflow/engines/clickhouse-http";
import { createRecordStore, sqlView } from "@ruaflow/record-store";
import { sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { aRecord } from "@ruaflow/report/testing";
import { createLogger } from "@ruaflow/runtime/logging";
import { askClickHouse } from "../support/ask-clickhouse.ts";
import { readCalls } from "./examples.ts";
import type { Targets } from "./generate.ts";

type Statement = Parameters<NonNullable<Parameters<typeof startClickHouseHttp>[0]["restrict"]>>[0];

export type Walls = "both" | "without-one" | "without-two" | "neither";

export function hasInspection(walls: Walls): boolean {
  return walls === "both" || walls === "without-one";
}

/** An engine behind its walls, and everything that a query must not reach. */
export type Target = Awaited<ReturnType<typeof openTarget>>;

const KEY = "a key of sixteen or more";
const LOOPBACK = { host: "127.0.0.1", port: 0 };
const LIMITS = {
  credentials: { password: KEY },
  statementsMax: 1,
  requestsMax: 16,
  bodyBytesMax: 2 ** 20,
  answerBytesMax: 2 ** 27,
};
/** Instead of an HTTP status, where the port closed the connection or is not open. */
export const NO_ANSWER = -1;
/** Limit of each query, in seconds. */
export const SECONDS_MAX = 1;
/** So that no query takes long. */
const CHEAP = { max_execution_time: String(SECONDS_MAX), max_result_rows: "1000" };
/** In tables behind the views only: the views hide its report. */
const ROW_MARK = "org-hidden-5f1c";

export async function openTarget(walls: Walls) {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-sql-walls-"));
  const secrets = join(folder, "secrets");
  await mkdir(secrets);
  const canary = await plantCanary(join(secrets, "canary.txt"));
  const listener = await listen();
  const path = join(folder, "clickhouse");
  await createMigratedFolder(path);
  const { url, read, close } = await (walls === "both" ? openProduct(path) : openInProcess(walls, path));
  const targets = await readTargets(read, { path: canary.path, out: join(secrets, "out"), port: listener.port });
  // Relative names of files are those of the process's own folder.
  const listNew = async () => (await readdir(".")).filter((name) => name.includes(`:${listener.port}`));
  const look = async () => [...(await listFiles(folder)), ...(await listNew()), ...(await read(OBJECTS)).split("\n")];
  const before = await look();
  return {
    targets,
    ask: (query: string, parameters: Readonly<Record<string, string>>) =>
      ask(url, query, { ...(hasInspection(walls) && CHEAP), ...parameters }),
    /** What this answer, or the asking, has reached; empty: nothing. */
    async findReached(text: string): Promise<string[]> {
      const reached = canary.isIn(text) ? ["the canary's text"] : [];
      if (await canary.wasRead()) reached.push("the canary's file");
      if (text.includes(ROW_MARK)) reached.push("a hidden row");
      if (listener.takeConnections() > 0) reached.push("a listener");
      return reached;
    },
    /** Files, tables, functions and users that the start had and now has not, or the other way round. */
    async findChanges(): Promise<string[]> {
      const now = await look();
      const [left, right] = [new Set(before), new Set(now)];
      return [...now.filter((one) => !left.has(one)), ...before.filter((one) => !right.has(one))];
    },
    async close(): Promise<void> {
      listener.close();
      await close();
      for (const name of await listNew()) await rm(name, { recursive: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What exists in the engine, and how many rows. */
const OBJECTS = `SELECT t FROM (
  SELECT concat(database, '.', name, ' ', toString(total_rows), ' ', create_table_query) AS t
  FROM system.tables WHERE database != 'system' ORDER BY t
  UNION ALL SELECT name FROM system.functions WHERE origin != 'System'
  UNION ALL SELECT name FROM system.users UNION ALL SELECT name FROM system.roles
  UNION ALL SELECT name FROM system.databases UNION ALL SELECT concat(ifNull(role_name, ''), access_type) FROM system.grants)`;

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  // The engine's own parts, which it merges by itself.
  return names.filter((name) => !/^clickhouse\/(?:store|data|status)/.test(name)).sort();
}

async function plantCanary(path: string) {
  const secret = randomBytes(24).toString("hex");
  await writeFile(path, `${secret}\n`);
  const forms = [secret, Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64").slice(0, 30)];
  const pieces = [...forms, [...secret].reverse().join("")].flatMap((form) => [form.slice(0, 12), form.slice(-12)]);
  // Linux notes the first read after this: any read, whatever the answer shows of it.
  const forget = () => utimes(path, new Date(0), new Date());
  await forget();
  return {
    path,
    isIn: (text: string) => pieces.some((piece) => text.toLowerCase().includes(piece.toLowerCase())),
    async wasRead(): Promise<boolean> {
      if ((await stat(path)).atimeMs === 0) return false;
      await forget();
      return true;
    },
  };
}

async function listen() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined).end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    takeConnections(): number {
      const taken = connections;
      connections = 0;
      return taken;
    },
    close: () => server.close(),
  };
}

async function fillStore(store: Awaited<ReturnType<typeof createRecordStore>>): Promise<void> {
  const records = [aRecord(), aRecord({ ordinal: 1 })];
  const hidden = sampleReport({ organizationId: ROW_MARK, reportId: "rpt_hidden", records });
  await storeReports(store, [sampleReport({ organizationId: "org_1", reportId: "rpt_1", records }), hidden]);
  const lists = { hiddenAttempts: [], hiddenReports: ["rpt_hidden"], countingOrganizations: [] };
  await store.insertRowVisibility({ version: 1n, attempt: 1n, ...lists });
}

/** An engine that is asked. */
interface Opened {
  /** URL for readers. */
  readonly url: string;
  /** Asks with every right. */
  read(query: string): Promise<string>;
  close(): Promise<void>;
}

/** The product's own process of the engine, which is ended and started again when a query does not end at its limit. */
async function openProduct(path: string): Promise<Opened> {
  const clickHouse = await startClickHouse(dirname(path), {
    logger: createLogger({ app: "sql-walls", level: "silent" }),
  });
  const store = await createRecordStore({ path, servedAt: clickHouse.url });
  await fillStore(store);
  await store.close();
  return {
    url: await clickHouse.openSql({ port: 0, key: KEY }),
    read: (query) => askClickHouse(clickHouse.url, query),
    close: () => clickHouse.stop(),
  };
}

/** With a wall less than the product has. */
async function openInProcess(walls: Walls, path: string): Promise<Opened> {
  const store = await createRecordStore({ path });
  await fillStore(store);
  const reader = await openReader(walls, path);
  const full = await startClickHouseHttp({ ...LIMITS, path, database: "ruaflow" }, LOOPBACK);
  return {
    url: reader.url,
    read: async (query) => {
      const { status, text } = await ask(full.url, query);
      if (status !== 200) throw new Error(text);
      return text;
    },
    close: async () => {
      await reader.close();
      await full.close();
      await store.close();
    },
  };
}

/** Wall one is the role, wall two the inspection. */
async function openReader(walls: Walls, path: string) {
  const role = walls === "without-one" || walls === "neither" ? "writer" : sqlView.role;
  const [database] = sqlView.databases;
  if (hasInspection(walls)) return openSqlPort({ ...sqlView, path, port: 0, key: KEY, role });
  const settings = Object.entries({ ...CHEAP, max_memory_usage: String(2 ** 30), readonly: "1" });
  const restrict = async (statement: Statement) => ({ ...statement, role, settings });
  return startClickHouseHttp({ ...LIMITS, path, database, restrict }, LOOPBACK);
}

async function ask(base: string, query: string, parameters: Readonly<Record<string, string>> = {}) {
  const url = new URL(base);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  try {
    const response = await fetch(url, { method: "POST", body: query, headers: { "X-ClickHouse-Key": KEY } });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    // The engine's process has ended, or its port is not open yet.
    return { status: NO_ANSWER, text: `${error}` };
  }
}

async function readExamples(list: (query: string) => Promise<string[]>): Promise<Targets["examples"]> {
  const lines = await list("SELECT name, examples FROM system.functions WHERE examples != '' FORMAT JSONEachRow");
  return new Map(
    lines.map((line) => {
      const { name, examples }: { name: string; examples: string } = JSON.parse(line);
      return [name, readCalls(name, examples)] as const;
    }),
  );
}

type Reached = Pick<Targets, "path" | "out" | "port">;

async function readTargets(read: (query: string) => Promise<string>, reached: Reached): Promise<Targets> {
  const list = async (query: string) => (await read(query)).split("\n").filter(Boolean);
  return {
    ...reached,
    functions: await list("SELECT name FROM system.functions ORDER BY name"),
    allowed: [...readSortedFunctions()].flatMap(([name, reason]) => (reason === "" ? [name] : [])).sort(),
    examples: await readExamples(list),
    aggregates: new Set(await list("SELECT name FROM system.functions WHERE is_aggregate")),
    higherOrder: await list("SELECT name FROM system.functions WHERE higher_order = 1 ORDER BY name"),
    tableFunctions: await list("SELECT name FROM system.table_functions ORDER BY name"),
    combinators: await list("SELECT name FROM system.aggregate_function_combinators ORDER BY name"),
    tables: [
      ...(await list(
        "SELECT concat(database, '.', name) FROM system.tables WHERE database != 'ruaflow_v1' ORDER BY name",
      )),
      `default.\`${reached.path}\``,
      `\`${reached.path}\``,
    ],
  };
}
