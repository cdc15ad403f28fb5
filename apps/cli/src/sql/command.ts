import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { defaultFormat, FORMATS } from "./formats.ts";
import type { SqlCommandOptions } from "./run-sql.ts";

const formatNames = Object.keys(FORMATS).join(", ");

const help = `
Without a setting it queries the running service of the data folder, or opens
the folder itself; CLICKHOUSE_URL names a server instead.

The tables are the views records, reports, daily, sources, dkim_results and
spf_results of the database ruaflow_v1. They show stored reports only; leave out
reports whose sender is not proven with WHERE counted. Queries cannot write, and
end after 30 seconds or 1 GiB of memory.

  ruaflow sql "SELECT header_from, sum(messages) FROM records WHERE counted GROUP BY header_from"
  ruaflow sql --file top-sources.sql --param since=2026-01-01 --format csv`;

/** `ruaflow sql`: one read-only SQL query to ClickHouse. */
export function addSqlCommand(program: Command, environment: Environment): void {
  program
    .command("sql")
    .description("query ClickHouse in SQL, read-only")
    .argument("[query]", "one statement, for example: SELECT sum(messages) FROM records")
    .option("--file <path>", "read the statement from a file")
    .option("--param <name=value>", "value of {name:Type} in the statement, repeatable", collectParams, {})
    .option("--format <name>", `${formatNames}, or ClickHouse's name of a format`, defaultFormat(process.stdout.isTTY))
    .addHelpText("after", help)
    .action(async (query: string | undefined, options: Omit<SqlCommandOptions, "query">) => {
      const { runSql } = await import("./run-sql.ts");
      await runSql(environment, { ...options, ...(query !== undefined && { query }) }, process.stdout);
    });
}

function collectParams(text: string, earlier: Readonly<Record<string, string>>): Record<string, string> {
  const [name = "", ...value] = text.split("=");
  return { ...earlier, [name]: value.join("=") };
}
