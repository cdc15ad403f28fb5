import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { SavedEvent } from "@ruaflow/metadata-store/delivery";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { eventTypes, sampleEvent } from "@ruaflow/webhooks/event-types";
import { createWebhookSecret } from "@ruaflow/webhooks/signature";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Forwarded } from "./forward-event.ts";
import { listen } from "./listen.ts";
import { toJsonLine, toLine } from "./print-event.ts";

const secret = createWebhookSecret();
const requests: { readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] = [];

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let receiver: Server;
let hook: URL;
let status = 204;

beforeAll(async () => {
  running = await startMetadataStore();
  receiver = createServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(status, { location: "http://127.0.0.1:1/" }).end();
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  hook = new URL(`http://localhost:${(receiver.address() as AddressInfo).port}/hook`);
});

afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await running.stop();
});

/** Listens while `work` runs; returns the events shown. */
async function listenWhile(
  work: (organizationId: string) => Promise<void>,
  options: { readonly forwardTo?: URL | null; readonly total?: number } = {},
) {
  const { forwardTo = hook, total = 1 } = options;
  const organizationId = (await running.store.tenants.createOrganization({ name: "Example", plan: "plus" })).id;
  const shown: { readonly event: SavedEvent; readonly forwarded: Forwarded | null }[] = [];
  const ended = new AbortController();
  const ready = Promise.withResolvers<void>();
  const listening = listen(running.store, {
    organizationId,
    events: eventTypes,
    includeUnauthenticated: false,
    secret,
    forwardTo,
    signal: ended.signal,
    onReady: ready.resolve,
    onEvent: (event, forwarded) => void shown.push({ event, forwarded }),
  });
  await ready.promise;
  await work(organizationId);
  for (let waited = 0; shown.length < total && waited < 10_000; waited += 20) await sleep(20);
  expect((await running.store.delivery.readWantedEvents([organizationId])).get(organizationId)?.types.size).toBe(7);
  ended.abort();
  await listening;
  expect((await running.store.delivery.readWantedEvents([organizationId])).size).toBe(0);
  return shown;
}

async function createEvents(organizationId: string, total = 1): Promise<SavedEvent[]> {
  const sample = () => sampleEvent("report.received", { organizationId, now: new Date() });
  const events = Array.from({ length: total }, sample);
  await running.store.delivery.saveEvents(events);
  await running.store.delivery.relayEvents({
    eventsMax: total,
    now: new Date(),
    append: async () => undefined,
  });
  return events;
}

test("every event is forwarded once, with both signatures and the bytes that webhooks receive", async () => {
  let events: SavedEvent[] = [];
  const shown = await listenWhile(
    async (organizationId) => {
      events = await createEvents(organizationId, 150);
    },
    { total: 150 },
  );
  expect(shown.map(({ event }) => event.id).sort()).toEqual(events.map(({ id }) => id).sort());
  expect(shown.every(({ forwarded }) => forwarded?.status === 204)).toBe(true);
  expect(requests.map(({ body }) => body.toString()).sort()).toEqual(
    events.map(({ body }) => Buffer.from(body).toString()).sort(),
  );
  for (const { headers, body } of requests) {
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: "report.received",
    });
    expect(headers["x-ruaflow-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
  }
});

test("a redirect is shown but not followed, and an unreachable endpoint is an error in its line", async () => {
  status = 302;
  const [redirected] = await listenWhile(async (organizationId) => void (await createEvents(organizationId)));
  expect(redirected?.forwarded).toMatchObject({ status: 302, error: null });
  const nowhere = new URL("http://127.0.0.1:1024/");
  const [lost] = await listenWhile(async (organizationId) => void (await createEvents(organizationId)), {
    forwardTo: nowhere,
  });
  expect(lost?.forwarded).toMatchObject({ status: null, error: expect.stringContaining("ECONNREFUSED") });
});

test("without a URL events are only shown", async () => {
  const before = requests.length;
  const shown = await listenWhile(async (organizationId) => void (await createEvents(organizationId)), {
    forwardTo: null,
  });
  expect([shown.length, shown[0]?.forwarded, requests.length]).toEqual([1, null, before]);
});

test("a line has time, type, domain and outcome; untrusted text does not control the terminal", () => {
  const createdAt = new Date("2026-03-01T00:00:00Z");
  const body = Buffer.from(JSON.stringify({ id: "evt_1", data: { domain: "a\u001b[31m.example" } }));
  const event = { id: "evt_1", type: "report.received", organizationId: "org_1", domainId: "dom_1", createdAt, body };
  const line = toLine(event, { status: 204, latencyMs: 7, error: null });
  expect(line).toBe("2026-03-01T00:00:00.000Z  report.received  evt_1  a?[31m.example  → 204 in 7 ms\n");
  expect(JSON.parse(toJsonLine(event, null))).toMatchObject({ event: { id: "evt_1" }, status: null, latency_ms: null });
});
