import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTemporaryFolder } from "@ruaflow/record-store/testing";
import { Session } from "chdb";
import { runStatement, type Statement } from "../clickhouse-http/chdb-session.ts";
import { type ClickHouseHttpServer, startClickHouseHttp } from "../clickhouse-http/server.ts";

/** A ClickHouse with clusters whose shards are all this process. */
export interface ClusterStandIn {
  toUrl(database: string): string;
  /** What it has received. */
  readonly requests: Statement[];
  /** The answer to a statement as tab-separated lines, past the HTTP interface. */
  query(statement: string): Promise<string>;
  stop(): Promise<void>;
}

const password = "cluster-password";
const shard = `<shard><internal_replication>true</internal_replication>
  <replica><host>127.0.0.1</host><port>9000</port></replica></shard>`;
const unsafe = shard.replace("true", "false");
const uneven = shard.replace("</shard>", "<replica><host>127.0.0.2</host><port>9000</port></replica></shard>");

/** With this port and host the engine takes a shard for itself; nothing listens there. */
const configuration = `<clickhouse><tcp_port>9000</tcp_port><remote_servers>
  <one>${shard}</one><two>${shard}${shard}</two><unsafe>${shard}${unsafe}</unsafe><uneven>${shard}${uneven}</uneven>
</remote_servers></clickhouse>`;

/** What replicated tables do by themselves every few seconds. */
async function removeOutdatedParts(session: Session, { database, params }: Statement): Promise<void> {
  const table = new Map(params).get("table") ?? "";
  await session.queryAsync(`ALTER TABLE ${database}.${table} DROP PARTITION ID 'none'`);
}

function toUnreplicated(statement: string): string {
  return statement
    .replace(/ ON CLUSTER '\w+'/, "")
    .replace(/ENGINE = Replicated(\w+)\((?:'[^']*', '[^']*'(?:, )?)?/, "ENGINE = $1(");
}

/**
 * Starts ClickHouse's HTTP interface in this process, on an engine that has clusters. The engine cannot replicate, nor send
 * statements to servers, so `ON CLUSTER` and `Replicated` are left out once it has parsed a statement; Distributed tables,
 * their shards and all settings are real. Both shards of the cluster `two` are the same tables: a query of both counts each row twice, so
 * only questions that ask a single shard are answered right.
 */
export async function startClusterStandIn(): Promise<ClusterStandIn> {
  const folder = await createTemporaryFolder();
  const configFile = join(folder.path, "config.xml");
  await writeFile(configFile, configuration);
  const path = join(folder.path, "data");
  // The first session of a process configures the engine for all others.
  const anchor = new Session(path, { connectionArgs: [`--config-file=${configFile}`] });
  const requests: Statement[] = [];
  const server: ClickHouseHttpServer = await startClickHouseHttp(
    {
      path,
      credentials: { user: "default", password },
      database: "default",
      statementsMax: 2,
      requestsMax: 64,
      bodyBytesMax: 64 * 2 ** 20,
      answerBytesMax: 2 ** 28,
      restrict: async (statement) => {
        requests.push(statement);
        if (statement.query.includes(" ON CLUSTER "))
          await runStatement(path, { ...statement, query: `EXPLAIN AST ${statement.query}` });
        if (statement.query.includes("system.parts")) await removeOutdatedParts(anchor, statement);
        return { ...statement, query: toUnreplicated(statement.query) };
      },
    },
    { host: "127.0.0.1", port: 0 },
  );
  return {
    toUrl: (database) => `${server.url.replace("://", `://default:${password}@`)}/${database}`,
    requests,
    query: async (statement) => (await anchor.queryAsync(statement, { format: "TSV" })).text(),
    async stop() {
      await server.close();
      anchor.close();
      await folder.remove();
    },
  };
}
