import type { MetadataStore, Webhook } from "@ruaflow/metadata-store";
import { type Environment, UsageError } from "@ruaflow/runtime";
import { createWebhookSecret, eventTypes, isEventType, isUsableSecret } from "@ruaflow/webhooks";
import { type Command, Option } from "commander";
import { chooseOrganization } from "../organization.ts";
import { withRunningStores, withStores } from "../stores.ts";
import { printRows } from "../table.ts";
import { listen } from "./listen.ts";
import { toJsonLine, toLine } from "./print-event.ts";

/** An organization has at most 50. */
const WEBHOOKS_SHOWN_MAX = 100;

const LISTEN_HELP = `
Shows what happens from now on, and hands it to a program on your own machine as a webhook would get it: the same bodies and
signatures, but over plain HTTP if you like, to localhost, and once. No webhook is needed. Try it in three terminals:

  npm start
  npx ruaflow webhooks listen --forward-to http://localhost:3000/hook
  npx ruaflow import --add-domains reports/

Verify with the secret that it prints: the header X-Ruaflow-Signature, or the three of Standard Webhooks with any of its
libraries. It changes with each start unless you give one with --secret. Ctrl-C ends it.

Event types: ${eventTypes.join(", ")}`;

interface ListOptions {
  readonly org?: string;
  readonly json?: boolean;
}

interface ListenCommandOptions extends ListOptions {
  readonly forwardTo?: URL;
  readonly events: readonly string[];
  readonly secret?: string;
}

/** `ruaflow webhooks`: the endpoints of an organization, and a way to try one without any. */
export function addWebhooksCommand(program: Command, environment: Environment): void {
  const webhooks = program.command("webhooks").description("webhooks: list them, and see live events on your machine");
  webhooks
    .command("list")
    .description("list the webhooks of an organization, never their secrets")
    .option("--org <id>", "organization, when there are several")
    .option("--json", "print JSON")
    .action((options: ListOptions) => listWebhooks(environment, options));
  webhooks
    .command("listen")
    .description("show live events of the running service and hand them to a program on this machine")
    .option("--forward-to <url>", "where to POST each event; without it they are only shown", parseUrl)
    .addOption(new Option("--events <list>", "comma-separated types").argParser(parseEvents).default(eventTypes, "all"))
    .option("--secret <secret>", "sign with this secret in place of a new one", parseSecret)
    .option("--org <id>", "organization, when there are several")
    .option("--json", "print a line of JSON for each event")
    .addHelpText("after", LISTEN_HELP)
    .action((options: ListenCommandOptions) =>
      withRunningStores(environment, ({ metadata }) => runListen(metadata, options)),
    );
}

async function listWebhooks(environment: Environment, { org, json }: ListOptions): Promise<void> {
  const { items } = await withStores(environment, async ({ metadata }) => {
    const { id } = await chooseOrganization(metadata, org);
    return metadata.listWebhooks(id, { page: 1, perPage: WEBHOOKS_SHOWN_MAX });
  });
  printRows(items.map(toRow), { json: json ?? false });
}

function toRow(webhook: Webhook) {
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events.join(" "),
    active: webhook.active ? "yes" : (webhook.disabledReason ?? "no"),
    signed: webhook.hasSecret ? "yes" : "no",
    failures: String(webhook.failureCount),
    missed: String(webhook.missedEvents),
    last_triggered_at: webhook.lastTriggeredAt?.toISOString() ?? "",
  };
}

async function runListen(metadata: MetadataStore, options: ListenCommandOptions): Promise<void> {
  const { id, name } = await chooseOrganization(metadata, options.org);
  const { forwardTo = null, events, secret = createWebhookSecret(), json = false } = options;
  const ended = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended.abort());
  const target = forwardTo === null ? "" : ` and hand them to ${forwardTo.href}, signed with ${secret}`;
  await listen(metadata, {
    organizationId: id,
    events,
    secret,
    forwardTo,
    signal: ended.signal,
    onReady: () =>
      void (json
        ? process.stdout.write(`${JSON.stringify({ secret })}\n`)
        : process.stderr.write(`Ready to show the events of ${name}${target}\nCtrl-C ends it.\n`)),
    onEvent: (event, forwarded) => void process.stdout.write((json ? toJsonLine : toLine)(event, forwarded)),
  });
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && ["http:", "https:"].includes(url.protocol)) return url;
  throw new UsageError(`--forward-to: ${JSON.stringify(text)} is no URL such as http://localhost:3000/hook`);
}

function parseEvents(text: string): readonly string[] {
  return text.split(",").map((given) => {
    const type = given.trim();
    if (isEventType(type)) return type;
    throw new UsageError(`--events: ${given} is none of ${eventTypes.join(", ")}`);
  });
}

function parseSecret(text: string): string {
  if (isUsableSecret(text)) return text;
  throw new UsageError(
    "--secret: must be 16 to 256 printable ASCII characters, after whsec_ base64 of at least 16 bytes",
  );
}
