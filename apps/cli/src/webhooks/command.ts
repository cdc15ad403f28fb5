import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import type { ListenCommandOptions, ListOptions } from "./run-webhooks.ts";

const LISTEN_HELP = `
Shows events from now on and forwards them to a program on your machine, with
the bodies and signatures that a webhook would receive. Each event is sent once;
plain HTTP and localhost are allowed. No webhook is needed. Try it in three
terminals:

  npm start
  npx ruaflow webhooks listen --forward-to http://localhost:3000/hook
  npx ruaflow import --add-domains reports/

Verify signatures with the printed secret: either the header X-Ruaflow-Signature
or, with any Standard Webhooks library, its three headers. Each start creates a
new secret unless you set one with --secret. Press Ctrl-C to stop.

GET /api/v1/event-types describes the event types and their contents.`;

/** `ruaflow webhooks`: lists an organization's webhooks, and shows live events without one. */
export function addWebhooksCommand(program: Command, environment: Environment): void {
  const webhooks = program.command("webhooks").description("webhooks: list them, and show live events on your machine");
  webhooks
    .command("list")
    .description("list the webhooks of an organization, without their secrets")
    .option("--org <id>", "organization, if there are several")
    .option("--json", "print JSON")
    .action(async (options: ListOptions) => (await import("./run-webhooks.ts")).listWebhooks(environment, options));
  webhooks
    .command("listen")
    .description("show live events of the running service and forward them to a program on this machine")
    .option("--forward-to <url>", "URL to POST each event to; without it events are only shown")
    .option("--events <list>", "comma-separated event types; default: all")
    .option("--include-unauthenticated", "also report.received of reports whose sender is not proven")
    .option("--secret <secret>", "sign with this secret instead of a new one")
    .option("--org <id>", "organization, if there are several")
    .option("--json", "print a line of JSON for each event")
    .addHelpText("after", LISTEN_HELP)
    .action(async (options: ListenCommandOptions) =>
      (await import("./run-webhooks.ts")).listenToEvents(environment, options),
    );
}
