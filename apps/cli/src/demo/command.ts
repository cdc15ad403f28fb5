import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import type { Stores } from "../stores/stores.ts";
import { withStores } from "../stores/with-stores.ts";

const HELP = `
Adds the reserved names brightwater.example, northfield.example and
oldharbor.example with 90 days of reports up to the day of its first run.
Running it again adds nothing.`;

/** `ruaflow demo`: made-up reports for three domains, to try Ruaflow with. */
export function addDemoCommand(program: Command, environment: Environment): void {
  program
    .command("demo")
    .description("store 90 days of made-up reports for three domains, and print requests to try")
    .option("--org <id>", "organization, if there are several")
    .addHelpText("after", HELP)
    .action(async ({ org }: { org?: string }) => {
      const [{ runDemo }, { readApiUrl }] = await Promise.all([import("./run-demo.ts"), import("../api-url.ts")]);
      const url = readApiUrl(environment);
      const work = (stores: Stores) => runDemo({ url, ...(org !== undefined && { org }) }, stores);
      await withStores(environment, work, { engines: "any", recordWriter: true, waits: true });
    });
}
