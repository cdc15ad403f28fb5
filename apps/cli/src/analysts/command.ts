import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";

const HELP = `
An analyst is a read-only user of your ClickHouse server (CLICKHOUSE_URL). It reads
one organization through the SQL views (database ruaflow_v1). Time, memory, rows
and queries per hour are limited. Its name is the organization's id and the label:

  ruaflow analysts create grafana --org org_…
  ruaflow analysts list
  ruaflow analysts revoke org_….grafana

The embedded ClickHouse has no users. There, share one organization's data as
files (ruaflow export --org), or all data through RUAFLOW_SQL_PORT.`;

/** `ruaflow analysts`: users of a ClickHouse server that read one organization. */
export function addAnalystsCommand(program: Command, environment: Environment): void {
  const analysts = program
    .command("analysts")
    .description("read-only SQL users of one organization on a ClickHouse server: create, list and revoke")
    .addHelpText("after", HELP);
  analysts
    .command("create")
    .description("create a user and print its password; it is shown only once")
    .argument("<label>", "what the user is for: lower-case letters, digits, hyphens")
    .option("--org <id>", "organization, if there are several")
    .option("--json", "print JSON")
    .action(async (label: string, { org, json = false }: { org?: string; json?: boolean }) => {
      const { createAnalyst } = await load(environment);
      await createAnalyst(environment, { label, json, ...(org !== undefined && { org }) });
    });
  analysts
    .command("list")
    .description("list the users that the server has")
    .option("--json", "print JSON")
    .action(async ({ json = false }: { json?: boolean }) => {
      const { listAnalysts } = await load(environment);
      await listAnalysts(environment, { json });
    });
  analysts
    .command("revoke")
    .description("drop a user, and end its queries")
    .argument("<user>", "name from `analysts list`")
    .action(async (user: string) => {
      const { revokeAnalyst } = await load(environment);
      await revokeAnalyst(environment, user);
    });
}

/** @throws {UsageError} without a ClickHouse server */
async function load({ CLICKHOUSE_URL, CLICKHOUSE_URL_FILE }: Environment) {
  if (!CLICKHOUSE_URL && !CLICKHOUSE_URL_FILE) {
    throw new UsageError(
      "The embedded ClickHouse has no users. Export one organization's data with: ruaflow export --org ID. Or open all of it to programs on this machine with RUAFLOW_SQL_PORT and RUAFLOW_SQL_KEY. Analysts need a ClickHouse server in CLICKHOUSE_URL.",
    );
  }
  return import("./run-analysts.ts");
}
