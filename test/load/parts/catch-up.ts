import { setTimeout as sleep } from "node:timers/promises";
import { type ClusterLoad, startClusterLoad } from "../cluster-load.ts";
import type { Figure } from "../figure.ts";
import type { Part, PartContext, PartOutput } from "../part.ts";
import { type MemoryWatch, watchMemory } from "../watch-memory.ts";

/** Reports offered in a second, before, during and after the outage. */
const RATE = 40;
const WRITERS = 2;
const WARM_UP_MS = 20_000;
const POLL_EVERY_MS = 500;
/** Reports in flight at any time: acknowledged less than this ago, they are no backlog. */
const IN_FLIGHT = RATE;
const CATCH_UP_RATE_GOAL = 3 * RATE;
const MEMORY_MIB_GOAL = 512;
const CATCH_UP_WITHIN_MS = 3_600_000;

/** ClickHouse is away while reports arrive at a steady rate; then the backlog is written beside what still arrives. */
export const catchUpPart: Part = {
  name: "catch-up",
  title: "ClickHouse is away while reports arrive, apps as processes on Kafka",
  async run(context) {
    const load = await startClusterLoad();
    try {
      return await measure(load, context);
    } finally {
      await load.cluster.stop();
    }
  },
};

async function measure(load: ClusterLoad, { options, progress }: PartContext): Promise<PartOutput> {
  const { cluster, api, ingest } = load;
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => cluster.startApp("record-writer")));
  const apps = [
    { name: "api", process: api },
    { name: "ingest", process: ingest },
    ...writers.map((process) => ({ name: "record-writer", process })),
  ];
  const memory = apps.map(({ name, process }) => ({ name, watch: watchMemory(process.child.pid ?? 0) }));
  const offered = offerReports(load);
  await sleep(WARM_UP_MS);
  await cluster.clickHouse.stop();
  progress(`ClickHouse is away for ${options.outageSeconds} s`);
  await sleep(options.outageSeconds * 1000);
  const backlog = offered.acknowledged() - (await load.countVisible());
  await cluster.clickHouse.start();
  progress(`${backlog} reports wait`);
  const startedAtMs = Date.now();
  const before = await load.countVisible();
  const firstMs = await waitUntil(async () => (await load.countVisible()) > before);
  await waitUntil(async () => offered.acknowledged() - (await load.countVisible()) <= IN_FLIGHT);
  const seconds = (Date.now() - startedAtMs) / 1000;
  const written = (await load.countVisible()) - before;
  const acknowledged = await offered.stop();
  await load.waitForVisible(acknowledged);
  const visible = await load.countVisible();
  return {
    figures: [
      {
        name: "written while catching up",
        unit: "reports/s",
        values: [written / seconds],
        goal: { atLeast: CATCH_UP_RATE_GOAL },
      },
      { name: "until nothing waited", unit: "s", values: [seconds] },
      { name: "until the first was written", unit: "s", values: [firstMs / 1000] },
      { name: "acknowledged, not visible", unit: "reports", values: [acknowledged - visible], goal: { atMost: 0 } },
      ...toMemoryFigures(memory),
    ],
    notes: [
      `${RATE} reports/s offered all the time, ${WRITERS} record-writers; ClickHouse away for ${options.outageSeconds} s: ${backlog.toLocaleString("en")} reports waited`,
    ],
  };
}

/** Offers reports at the rate, each beside those before it, until stopped. */
function offerReports({ send }: ClusterLoad) {
  let acknowledged = 0;
  let isOver = false;
  const sending: Promise<void>[] = [];
  const startedAtMs = Date.now();
  const run = async () => {
    while (!isOver) {
      const due = ((Date.now() - startedAtMs) / 1000) * RATE;
      while (sending.length < due) {
        sending.push(
          send().then(() => {
            acknowledged += 1;
          }),
        );
      }
      await sleep(1000 / RATE);
    }
    await Promise.all(sending);
  };
  const running = run();
  return {
    acknowledged: () => acknowledged,
    async stop(): Promise<number> {
      isOver = true;
      await running;
      return acknowledged;
    },
  };
}

/** Milliseconds until the condition holds. */
async function waitUntil(holds: () => Promise<boolean>): Promise<number> {
  const startedAtMs = Date.now();
  while (!(await holds())) {
    if (Date.now() - startedAtMs > CATCH_UP_WITHIN_MS) throw new Error("it does not catch up");
    await sleep(POLL_EVERY_MS);
  }
  return Date.now() - startedAtMs;
}

function toMemoryFigures(memory: readonly { readonly name: string; readonly watch: MemoryWatch }[]): Figure[] {
  return memory.map(({ name, watch }) => {
    watch.stop();
    return {
      name: `memory of ${name}, peak`,
      unit: "MiB",
      values: [watch.peak().rss],
      goal: { atMost: MEMORY_MIB_GOAL },
    };
  });
}
