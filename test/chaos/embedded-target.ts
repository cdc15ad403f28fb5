import { join } from "node:path";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { createPostgresLog } from "@ruaflow/event-log/drivers";
import { findFreePort } from "../../infra/free-ports.ts";
import { replaceEngine } from "../support/engine-process.ts";
import { createDataDir, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { toSqlRows } from "./sql-rows.ts";
import type { ChaosTarget, TargetOptions } from "./target.ts";

/** `npm start`, repeatedly SIGKILLed and restarted; every third time only its ClickHouse, which it starts again itself. */
export async function startEmbeddedTarget(options: TargetOptions): Promise<ChaosTarget> {
  const { kills, nodeOptions, domains, dnsServer, channel } = options;
  const dataDir = createDataDir();
  const sql = { RUAFLOW_SQL_PORT: String(await findFreePort()), RUAFLOW_SQL_KEY: "chaos-and-a-recount" };
  // A fixed port, as in operation: senders find the restarted service there.
  const smtpPort = await findFreePort();
  const mail = { ...channel.settings, RUAFLOW_SMTP_PORT: String(smtpPort) };
  const environment = { ...sql, ...mail, NODE_OPTIONS: nodeOptions, RUAFLOW_DNS_SERVERS: dnsServer };
  let service: RunningService = await startService(dataDir, environment);
  const commandEnvironment = { ...sql, RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
  const run = (args: readonly string[], input = "") => runOrThrow(args, commandEnvironment, input);
  await run(["domains", "add", "-"], domains.join("\n"));
  const [organization] = JSON.parse(await run(["orgs", "list", "--json"]));
  // The mails carry no signature.
  if (channel.isMail) await run(["orgs", "set", organization.id, "--count-unauthenticated", "yes"]);
  const killService = {
    name: "kill the service",
    async run() {
      await service.kill();
      service = await startService(dataDir, environment);
    },
  };
  const killEngine = { name: "kill ClickHouse", run: () => replaceEngine(dataDir) };
  return {
    channel,
    senders: 12,
    uploadUrls: () => [service.url],
    smtpPorts: () => [smtpPort],
    api: () => service,
    key: service.key ?? "",
    organizationId: organization.id,
    disturbances: Array.from({ length: kills }, (_, index) => (index % 3 === 1 ? killEngine : killService)),
    environment: commandEnvironment,
    sql: async (query) => toSqlRows(await run(["sql", query, "--format", "JSONEachRow"])),
    async connectToLog() {
      const owner = await findRunningOwner(join(dataDir, "postgres"));
      if (owner === null) throw new Error("no service is running");
      return createPostgresLog({ connectionString: owner.url });
    },
    describe: async () => service.tail(),
    async stop() {
      await service.stop();
      await removeDataDir(dataDir);
    },
  };
}
