// `npm run chaos:webhooks -- --events 20000 --endpoints 3 --kills 100`: kills dispatchers at random moments while
// endpoints fail, then shows that each event was delivered, or given up after exactly six attempts, always with the
// same id and bytes.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { sampleEvent } from "@ruaflow/webhooks/event-types";
import { createWebhookSecret } from "@ruaflow/webhooks/signature";
import { printHelpIfAsked } from "../support/print-help.ts";
import { createRandom } from "../support/report-generator.ts";
import { type FlakyReceiver, startFlakyReceiver, toBodyHash } from "./flaky-receivers.ts";
import { startDispatcher } from "./start-dispatcher.ts";

printHelpIfAsked(`Kills webhook-dispatchers while endpoints fail, then counts what each endpoint received.

  --events N        number of events (default 20000)
  --endpoints N     endpoints that receive each event; three of ten requests fail (default 3)
  --kills N         SIGKILLs, spread over the events (default 100)
  --dispatchers N   processes (default 2)
  --seed N          seed of moments and failures (default: the time)`);

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "20000" },
    endpoints: { type: "string", default: "3" },
    kills: { type: "string", default: "100" },
    dispatchers: { type: "string", default: "2" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const eventsTotal = Number(values.events);
const kills = Number(values.kills);
const random = createRandom(Number(values.seed));
/** Compresses the schedule's 23 hours to 42 seconds. */
const SCHEDULE_FACTOR = 0.0005;
const DEADLINE_MS = 1000;
const ATTEMPTS_MAX = 6;
/** Requests that a kill may duplicate: those under way to each endpoint. */
const IN_FLIGHT_PER_ENDPOINT = 4;
/** Limit as a share of all requests, applied from `EVENTS_PER_KILL` events per kill. */
const DUPLICATES_SHARE_MAX = 0.005;
const EVENTS_PER_KILL = 200;

const startedAt = Date.now();
console.error(`chaos: ${eventsTotal} events, ${values.endpoints} endpoints, ${kills} kills, seed ${values.seed}`);
const certificates = createTestCertificates();
const secret = createWebhookSecret();
const secretsKey = randomBytes(32).toString("base64");
const running = await startMetadataStore();
const metadata = await createMetadataStore({ url: running.url, secretsKey });
const organizationId = (await metadata.tenants.createOrganization({ name: "Chaos", plan: "plus" })).id;
const start = () =>
  startDispatcher({
    databaseUrl: running.url,
    secretsKey,
    ca: certificates.ca,
    deadlineMs: DEADLINE_MS,
    scheduleFactor: SCHEDULE_FACTOR,
  });
const endpoints = await Promise.all(Array.from({ length: Number(values.endpoints) }, createEndpoint));
const dispatchers = await Promise.all(Array.from({ length: Number(values.dispatchers) }, start));

const bodyHashes = new Map<string, string>();
for (let kill = 0; kill < kills; kill += 1) {
  await createEvents(Math.ceil((eventsTotal - bodyHashes.size) / (kills - kill)));
  await sleep(50 + random() * 1500);
  const victim = Math.floor(random() * dispatchers.length);
  await dispatchers[victim]?.kill();
  dispatchers[victim] = await start();
  if (kill % 10 === 9) console.error(`${kill + 1} kills: ${await describeOpen()}`);
}
await createEvents(eventsTotal - bodyHashes.size);
await waitUntilDone();

const problems: string[] = [];
let attempts = 0;
let requests = 0;
let exhausted = 0;
for (const endpoint of endpoints) await checkEndpoint(endpoint);
const duplicates = requests - attempts;
const share = eventsTotal >= kills * EVENTS_PER_KILL ? DUPLICATES_SHARE_MAX : 1;
if (duplicates > Math.min(kills * IN_FLIGHT_PER_ENDPOINT * endpoints.length, share * requests)) {
  problems.push(`${duplicates} of ${requests} requests were made twice`);
}
const codes = await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
if (codes.some((code) => code !== 0)) problems.push(`a dispatcher did not stop cleanly: ${codes}`);
await Promise.all(endpoints.map(({ receiver }) => receiver.stop()));
await metadata.close();
await running.stop();

const total = eventsTotal * endpoints.length;
for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
console.log(
  `${total} deliveries over ${kills} kills in ${Math.round((Date.now() - startedAt) / 1000)} s: ${total - exhausted} delivered, ` +
    `${exhausted} given up after ${ATTEMPTS_MAX} attempts, ${attempts} attempts, ${duplicates} requests made twice ` +
    `(${((100 * duplicates) / requests).toFixed(2)} %): ${problems.length} problems. ${problems.length === 0 ? "Nothing lost." : "WRONG."}`,
);
process.exit(problems.length === 0 ? 0 : 1);

interface Endpoint {
  readonly receiver: FlakyReceiver;
  readonly webhookId: string;
}

async function createEndpoint(): Promise<Endpoint> {
  const receiver = await startFlakyReceiver({ certificates, secret, random, failureRate: 0.3, lostRate: 0.01 });
  const settings = { url: `${receiver.url}/hook`, events: ["report.received"], secret, active: true };
  const webhook = await metadata.delivery.createWebhook(organizationId, settings);
  if (webhook === null) throw new Error("too many webhooks");
  return { receiver, webhookId: webhook.id };
}

async function createEvents(count: number): Promise<void> {
  const events = Array.from({ length: count }, () =>
    sampleEvent("report.received", { organizationId, now: new Date() }),
  );
  await metadata.delivery.saveEvents(events);
  for (const { id, body } of events) bodyHashes.set(id, toBodyHash(body));
}

async function countDone({ webhookId }: Endpoint): Promise<number> {
  const count = async (status: "delivered" | "exhausted") =>
    (await metadata.delivery.listDeliveries(organizationId, { webhookId, status, page: 1, perPage: 1 })).total;
  return (await count("delivered")) + (await count("exhausted"));
}

async function waitUntilDone(): Promise<void> {
  const stuckAfterMs = 5 * 60_000;
  let done = -1;
  for (let since = Date.now(); done < eventsTotal * endpoints.length; await sleep(1000)) {
    const counts = await Promise.all(endpoints.map(countDone));
    const now = counts.reduce((sum, count) => sum + count, 0);
    if (now !== done) since = Date.now();
    if (Date.now() - since > stuckAfterMs) throw new Error(`nothing more is delivered: ${await describeOpen()}`);
    done = now;
  }
}

async function describeOpen(): Promise<string> {
  return JSON.stringify(Object.fromEntries(await metadata.delivery.countOpenDeliveries()));
}

/** Compares each delivery in the database with the requests that its endpoint received. */
async function checkEndpoint({ receiver, webhookId }: Endpoint): Promise<void> {
  if (receiver.forged() > 0) problems.push(`${receiver.forged()} requests were not signed`);
  let checked = 0;
  for (let page = 1; ; page += 1) {
    const { items } = await metadata.delivery.listDeliveries(organizationId, { webhookId, page, perPage: 1000 });
    for (const delivery of items) {
      const seen = receiver.seen.get(delivery.eventId);
      attempts += delivery.attempts;
      requests += seen?.requests ?? 0;
      checked += 1;
      if (delivery.status === "exhausted") exhausted += 1;
      const problem = findProblem(delivery, seen);
      if (problem !== null) problems.push(`${delivery.eventId} ${delivery.status} (${delivery.attempts}): ${problem}`);
    }
    if (items.length < 1000) break;
  }
  if (checked !== eventsTotal) problems.push(`${checked} deliveries of ${eventsTotal} events`);
}

interface Checked {
  readonly eventId: string;
  readonly status: string;
  readonly attempts: number;
}

function findProblem(
  { eventId, status, attempts: made }: Checked,
  seen: { requests: number; successes: number; bodyHashes: ReadonlySet<string> } | undefined,
): string | null {
  if (seen === undefined) return "the endpoint never saw it";
  const expected = bodyHashes.get(eventId);
  if (seen.bodyHashes.size !== 1 || expected === undefined || !seen.bodyHashes.has(expected)) return "other bytes";
  if (status === "exhausted") return made === ATTEMPTS_MAX ? null : "not six attempts";
  if (status !== "delivered") return "neither delivered nor given up";
  if (made > ATTEMPTS_MAX) return "more than six attempts";
  return seen.successes > 0 ? null : "the endpoint never accepted it";
}
