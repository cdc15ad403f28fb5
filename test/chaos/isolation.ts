// `node test/chaos/isolation.ts`: endpoints that hang or drip do not delay others. Two stacks of database and
// dispatcher run in parallel, so that other load on the machine affects both. One has only healthy endpoints; the other
// also has, in the same organizations, one that hangs with 5,000 events queued and 20 that answer one byte per second.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Answer } from "@ruaflow/webhooks/testing";
import { printHelpIfAsked } from "../support/print-help.ts";
import { type DispatchingStack, startStack } from "./dispatching-stack.ts";

printHelpIfAsked(`Shows that webhook endpoints that hang or drip do not delay others: two stacks run in parallel, one without them.

  --healthy N    healthy endpoints, over three ORGANIZATIONS (default 99)
  --dripping N   endpoints that answer one byte per second (default 20); one more hangs
  --queued N     events queued for the hanging endpoint (default 5000)
  --rounds N     measurements (default 6)`);

const { values } = parseArgs({
  options: {
    healthy: { type: "string", default: "99" },
    dripping: { type: "string", default: "20" },
    queued: { type: "string", default: "5000" },
    rounds: { type: "string", default: "6" },
  },
});
const ORGANIZATIONS = 3;
/** One round: `PACED_EVENTS` sent one by one show the delay, `BURST_EVENTS` sent at once the throughput. */
const PACED_EVENTS = 40;
const PACED_EVERY_MS = 150;
const BURST_EVENTS = 90;
const LATENESS_MAX_MS = 2000;
const THROUGHPUT_MIN = 0.95;
const perEvent = Number(values.healthy) / ORGANIZATIONS;

const [alone, beside] = await Promise.all([startStack(ORGANIZATIONS), startStack(ORGANIZATIONS)]);
for (const stack of [alone, beside]) {
  const { organizationIds, recordDelivery: answer } = stack;
  await stack.createEndpoints(Number(values.healthy), { organizationIds, answer, type: "report.received" });
}
await Promise.all([measure(alone), measure(beside)]);
const stuck = await createStuck(beside);
while (!stuck.every((receiver) => receiver.connections() > 0)) await sleep(50);

const rounds = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  const [one, other] = await Promise.all([measure(alone), measure(beside)]);
  console.error(`alone ${describe(one)}; beside ${describe(other)}`);
  rounds.push({ lateMs: other.p99Ms - one.p99Ms, share: other.perSecond / one.perSecond });
}
await Promise.all([alone.stop(), beside.stop()]);

const lateMs = Math.max(...rounds.map((round) => round.lateMs));
const share = rounds.map((round) => round.share).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
const isIsolated = lateMs <= LATENESS_MAX_MS && share >= THROUGHPUT_MIN;
console.log(
  `${values.healthy} healthy endpoints beside ${stuck.length} stuck ones: p99 at most ${Math.round(lateMs)} ms later, ` +
    `${(100 * share).toFixed(1)} % of the throughput (median of ${rounds.length} rounds): ${isIsolated ? "isolated." : "WRONG."}`,
);
process.exit(isIsolated ? 0 : 1);

async function createStuck({ organizationIds, createEndpoints, createEvents }: DispatchingStack) {
  const first = organizationIds.slice(0, 1);
  const hanging = { organizationIds: first, answer: () => undefined, type: "report.failure" } as const;
  const dripping = { organizationIds, answer: drip, type: "alert.triggered" } as const;
  const receivers = [await createEndpoints(1, hanging), await createEndpoints(Number(values.dripping), dripping)];
  for (let count = 0; count < Number(values.queued); count += 500) await createEvents("report.failure", 500, first);
  await createEvents("alert.triggered", 100, organizationIds);
  return receivers.flat();
}

function drip(response: Parameters<Answer>[0]): void {
  const timer = setInterval(() => response.write("x"), 1000);
  response.on("close", () => clearInterval(timer));
}

interface Figures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly perSecond: number;
}

async function measure({ organizationIds, createEvents, waitForDeliveries }: DispatchingStack): Promise<Figures> {
  for (let event = 0; event < PACED_EVENTS; event += 1) {
    const due = sleep(PACED_EVERY_MS);
    await createEvents("report.received", 1, organizationIds.slice(event % ORGANIZATIONS, (event % ORGANIZATIONS) + 1));
    await due;
  }
  const paced = await waitForDeliveries(PACED_EVENTS * perEvent);
  const startedAt = performance.now();
  await createEvents("report.received", BURST_EVENTS / ORGANIZATIONS, organizationIds);
  await waitForDeliveries(BURST_EVENTS * perEvent);
  const perSecond = (1000 * BURST_EVENTS * perEvent) / (performance.now() - startedAt);
  return { p50Ms: toQuantile(paced, 0.5), p99Ms: toQuantile(paced, 0.99), perSecond };
}

function toQuantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function describe({ p50Ms, p99Ms, perSecond }: Figures): string {
  return `p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms, ${Math.round(perSecond)} deliveries/s`;
}
