import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Webhook } from "@ruaflow/metadata-store/delivery";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { eventTypes, isEventType } from "@ruaflow/webhooks/event-types";
import { createWebhookSecret, isUsableSecret } from "@ruaflow/webhooks/signature";
import { chooseOrganization } from "../organization.ts";
import { printJson } from "../print-json.ts";
import { withStores } from "../stores/with-stores.ts";
import { printRows } from "../table.ts";
import { listen } from "./listen.ts";
import { toJsonLine, toLine } from "./print-event.ts";

/** Options of `ruaflow webhooks list`, as commander parses them. */
export interface ListOptions {
  readonly org?: string;
  readonly json?: boolean;
}

/** Options of `ruaflow webhooks listen`, as commander parses them. */
export interface ListenCommandOptions extends ListOptions {
  readonly forwardTo?: string;
  readonly events?: string;
  readonly includeUnauthenticated?: boolean;
  readonly secret?: string;
}

/** More than the 50 webhooks that an organization can have. */
const WEBHOOKS_SHOWN_MAX = 100;

/** Prints the webhooks of an organization, without their secrets. */
export async function listWebhooks(environment: Environment, { org, json }: ListOptions): Promise<void> {
  const { items } = await withStores(environment, async ({ metadata }) => {
    const { id } = await chooseOrganization(metadata, org);
    return metadata.delivery.listWebhooks(id, { page: 1, perPage: WEBHOOKS_SHOWN_MAX });
  });
  if (json) printJson(items.map(toJson));
  else printRows(items.map(toRow), { json: false });
}

/** With the API's names. */
function toJson({ id, url, events, active, disabledReason, ...webhook }: Webhook) {
  const { hasSecret, failureCount, missedEvents, lastTriggeredAt } = webhook;
  return { id, url, events, active, disabledReason, hasSecret, failureCount, missedEvents, lastTriggeredAt };
}

function toRow(webhook: Webhook) {
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    active: webhook.active ? "yes" : (webhook.disabledReason ?? "no"),
    unauthenticated: webhook.includeUnauthenticated,
    signed: webhook.hasSecret,
    failures: webhook.failureCount,
    missed: webhook.missedEvents,
    last_triggered_at: webhook.lastTriggeredAt,
  };
}

/**
 * Shows events until stopped.
 * @throws {UsageError} for an invalid option, and without a running service
 */
export async function listenToEvents(environment: Environment, options: ListenCommandOptions): Promise<void> {
  const { forwardTo, events, includeUnauthenticated = false, secret, json = false, org } = options;
  const listening: Listening = {
    forwardTo: forwardTo === undefined ? null : parseUrl(forwardTo),
    events: events === undefined ? eventTypes : parseEvents(events),
    includeUnauthenticated,
    secret: secret === undefined ? createWebhookSecret() : parseSecret(secret),
    json,
    org,
  };
  await withStores(environment, ({ metadata }) => runListen(metadata, listening), { engines: "never" });
}

interface Listening {
  readonly forwardTo: URL | null;
  readonly events: readonly string[];
  readonly includeUnauthenticated: boolean;
  readonly secret: string;
  readonly json: boolean;
  readonly org: string | undefined;
}

async function runListen(metadata: MetadataStore, listening: Listening): Promise<void> {
  const { forwardTo, events, includeUnauthenticated, secret, json, org } = listening;
  const { id, name } = await chooseOrganization(metadata, org);
  const ended = new AbortController();
  // A Ctrl-C may come twice, for npx passes it on; the second must not cut the end short.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ended.abort());
  const target = forwardTo === null ? "" : ` and forward them to ${forwardTo.href}, signed with ${secret}`;
  await listen(metadata, {
    organizationId: id,
    events,
    includeUnauthenticated,
    secret,
    forwardTo,
    signal: ended.signal,
    onReady: () =>
      void (json
        ? process.stdout.write(`${JSON.stringify({ secret })}\n`)
        : process.stderr.write(`Ready to show the events of ${name}${target}\nPress Ctrl-C to stop.\n`)),
    onEvent: (event, forwarded) => void process.stdout.write((json ? toJsonLine : toLine)(event, forwarded)),
  });
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && ["http:", "https:"].includes(url.protocol)) return url;
  throw new UsageError(`--forward-to: ${JSON.stringify(text)} is not a valid URL; example: http://localhost:3000/hook`);
}

function parseEvents(text: string): readonly string[] {
  return text.split(",").map((given) => {
    const type = given.trim();
    if (isEventType(type)) return type;
    throw new UsageError(`--events: ${given} is not one of ${eventTypes.join(", ")}`);
  });
}

function parseSecret(text: string): string {
  if (isUsableSecret(text)) return text;
  throw new UsageError(
    "--secret: must be 16 to 256 printable ASCII characters; after whsec_, base64 of at least 16 bytes",
  );
}
