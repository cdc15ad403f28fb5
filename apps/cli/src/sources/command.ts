import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { parseCount } from "../option-values.ts";

const LISTED_DEFAULT = 100;
const LISTED_MAX = 10_000;

const HELP = `
The keeper (part of npm start) looks up the name, owner and country of each
address that sent mail. \`refresh\` makes it look up all addresses again, for
example after you turned names on:

  ruaflow sources list --after 198.51.100.0
  ruaflow sources refresh

A name with the state "unconfirmed" does not resolve to the address. Answers do
not show it.`;

/** `ruaflow sources`: what is known of the addresses that sent mail. */
export function addSourcesCommand(program: Command, environment: Environment): void {
  const sources = program
    .command("sources")
    .description("addresses that sent mail, with name, owner and country: list and refresh")
    .addHelpText("after", HELP);
  sources
    .command("list")
    .description("list addresses of all organizations, in the order of their text")
    .option("--after <address>", "limit to addresses after this one", "")
    .option("--limit <count>", "maximum number to list", parseCount("--limit", LISTED_MAX), LISTED_DEFAULT)
    .option("--json", "print JSON")
    .action(async (options: { after: string; limit: number; json?: boolean }) => {
      const { printSources } = await import("./run-sources.ts");
      await printSources(environment, options);
    });
  sources
    .command("refresh")
    .description("look up every address again in the background")
    .option("--json", "print the result as JSON")
    .action(async ({ json = false }: { json?: boolean }) => {
      const { refreshSources } = await import("./run-sources.ts");
      await refreshSources(environment, { json });
    });
}
