import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";

const HELP = `
Needs DATABASE_URL and CLICKHOUSE_URL. The embedded service (npm start) migrates
its own schemas. Stop the apps of the old release, run "up", then start those of
the new one: an app refuses a schema that is older or newer than its own. Sums
that a new release adds are computed from the stored reports, which takes a
minute or two for a million reports. The command can be repeated at any time,
even concurrently.`;

/** `ruaflow migrate`: the schemas of PostgreSQL and ClickHouse. */
export function addMigrateCommand(program: Command, environment: Environment): void {
  const command = program
    .command("migrate")
    .description("schemas of PostgreSQL and ClickHouse: show the status and migrate")
    .addHelpText("after", HELP);
  command
    .command("status")
    .description("list applied and pending migrations; the exit code is 1 if any are pending")
    .option("--json", "print JSON")
    .action(async ({ json = false }: { json?: boolean }) => {
      const { showStatus } = await import("./run-migrate.ts");
      await showStatus(environment, { json });
    });
  command
    .command("up")
    .description("apply pending migrations")
    .option("--json", "print JSON")
    .action(async ({ json = false }: { json?: boolean }) => {
      const { migrateUp } = await import("./run-migrate.ts");
      await migrateUp(environment, { json });
    });
}
