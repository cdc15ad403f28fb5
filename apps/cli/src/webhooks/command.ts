import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import type { ListenCommandOptions, ListOptions } from "./run-webhooks.ts";

const LISTEN_HELP = `
Shows what happens from now on, and hands it to a program on your own machine as a webhook would get it: the same bodies and
signatures, but over plain HTTP if you like, to localhost, and once. No webhook is needed. Try it in three terminals:

  npm start
  npx ruaflow webhooks listen --forward-to http://localhost:3000/hook
  npx ruaflow import --add-domains reports/

Verify with the secret that it prints: the header X-Ruaflow-Signature, or the three of Standard Webhooks with any of its
libraries. It changes with each start unless you give one with --secret. Ctrl-C ends it.

GET /api/v1/event-types tells the types and what each event holds.`;

/** `ruaflow webhooks`: the endpoints of an organization, and a way to try one without any. */
export function addWebhooksCommand(program: Command, environment: Environment): void {
  const webhooks = program.command("webhooks").description("webhooks: list them, and see live events on your machine");
  webhooks
    .command("list")
    .description("list the webhooks of an organization, never their secrets")
    .option("--org <id>", "organization, when there are several")
    .option("--json", "print JSON")
    .action(async (options: ListOptions) => (await import("./run-webhooks.ts")).listWebhooks(environment, options));
  webhooks
    .command("listen")
    .description("show live events of the running service and hand them to a program on this machine")
    .option("--forward-to <url>", "where to POST each event; without it they are only shown")
    .option("--events <list>", "comma-separated types; all when not given")
    .option("--secret <secret>", "sign with this secret in place of a new one")
    .option("--org <id>", "organization, when there are several")
    .option("--json", "print a line of JSON for each event")
    .addHelpText("after", LISTEN_HELP)
    .action(async (options: ListenCommandOptions) =>
      (await import("./run-webhooks.ts")).listenToEvents(environment, options),
    );
}
