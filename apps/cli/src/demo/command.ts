import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { withStores } from "../stores.ts";

const HELP = `
Adds brightwater.example, northfield.example and oldharbor.example, names that belong to nobody, with 90 days of reports
up to the day on which it is first run. Running it again adds nothing.`;

/** `ruaflow demo`: made-up reports of three domains, to see what Ruaflow shows. */
export function addDemoCommand(program: Command, environment: Environment): void {
  program
    .command("demo")
    .description("store 90 days of made-up reports for three domains, and say what to look at")
    .option("--org <id>", "organization, when there are several")
    .addHelpText("after", HELP)
    .action(async ({ org }: { org?: string }) => {
      const [{ runDemo }, { readSettings }, { settingsSchema }] = await Promise.all([
        import("./run-demo.ts"),
        import("@ruaflow/runtime/settings"),
        import("@ruaflow/embedded"),
      ]);
      const url = `http://127.0.0.1:${readSettings(settingsSchema, environment).RUAFLOW_PORT}`;
      await withStores(environment, (stores) => runDemo({ url, ...(org !== undefined && { org }) }, stores));
    });
}
