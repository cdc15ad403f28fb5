import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TcpProxy } from "@ruaflow/event-log/testing";
import { type StartedProcess, startProcess } from "./child-process.ts";
import { type Killable, startServers } from "./servers.ts";
import { runOrThrow } from "./service.ts";

const runApp = fileURLToPath(new URL("../../infra/app.mjs", import.meta.url));

export type AppName = "ingest" | "smtp-receiver" | "collector" | "record-writer" | "keeper" | "api";

/** An app as a separate process that listens. */
export interface AppProcess extends StartedProcess {
  readonly url: string;
}

/** The product as several processes on servers. */
export interface Cluster {
  readonly broker: Killable;
  readonly clickHouse: Killable;
  readonly postgres: Killable;
  /** The networks in front of the three, for `throughProxies` only. */
  readonly networks: readonly TcpProxy[];
  /** Settings with which apps and commands reach the servers. */
  readonly environment: Record<string, string>;
  /** The key of the only organization. */
  readonly key: string;
  readonly organizationId: string;
  startApp(name: AppName, environment?: Record<string, string>): Promise<AppProcess>;
  run(args: readonly string[], input?: string): Promise<string>;
  /** Stops all apps and servers and removes the data. */
  stop(): Promise<void>;
}

/** Starts the servers, migrates the schemas and creates an organization with a key. */
export async function startCluster(options: { readonly throughProxies?: boolean } = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-cluster-"));
  const servers = await startServers(folder, options);
  const environment = {
    ...servers.settings,
    RUAFLOW_LOG_LEVEL: "warn",
    RUAFLOW_SECRETS_KEY: randomBytes(32).toString("base64"),
    RUAFLOW_RATE_LIMITS: "off",
    RUAFLOW_DATA_DIR: join(folder, "data"),
  };
  const apps = new Set<AppProcess>();
  const run = (args: readonly string[], input = "") => runOrThrow(args, environment, input);
  await run(["migrate", "up"]);
  const organization = JSON.parse(await run(["orgs", "create", "Test", "--json"]));
  const key = (await run(["keys", "create", "test"])).trim();
  return {
    broker: servers.broker,
    clickHouse: servers.clickHouse,
    postgres: servers.postgres,
    networks: servers.networks,
    environment,
    key,
    organizationId: organization.id,
    run,
    async startApp(name, more = {}) {
      const started = await startProcess({
        args: [runApp, name],
        environment: { ...environment, RUAFLOW_PORT: "0", ...more },
        readyText: "http://",
      });
      const app = { ...started, url: started.output.match(/http:\/\/[^/\s]+/)?.[0] ?? "" };
      apps.add(app);
      return app;
    },
    async stop() {
      await Promise.all([...apps].map((app) => app.stop()));
      await servers.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
