import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startBroker } from "../../../infra/kafka/broker.ts";
import type { Figure } from "../figure.ts";
import type { Part, PartContext, PartOutput } from "../part.ts";
import type { ClientRun } from "../run-kafka-client.ts";

const CLIENTS = ["kafkajs", "platformatic"] as const;
const script = fileURLToPath(new URL("../run-kafka-client.ts", import.meta.url));

/** The client libraries for Kafka in turn, each run in a process of its own, on one broker. */
export const clientsPart: Part = {
  name: "clients",
  title: "client libraries for Kafka: reports appended one by one, then consumed",
  async run(context) {
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-bench-clients-"));
    const broker = await startBroker({ folder });
    try {
      return await compareClients(broker.address, context);
    } finally {
      await broker.stop();
      await rm(folder, { recursive: true });
    }
  },
};

async function compareClients(brokers: string, { options, progress }: PartContext): Promise<PartOutput> {
  const count = options.logMessages;
  const runs = new Map<string, ClientRun[]>(CLIENTS.map((client) => [client, []]));
  // The first of all runs creates the topics; its figures are not used.
  await runClient({ client: "kafkajs", brokers, count });
  for (let repetition = 1; repetition <= options.repetitions; repetition += 1) {
    for (const client of CLIENTS) {
      progress(`${client}, ${repetition} of ${options.repetitions}`);
      runs.get(client)?.push(await runClient({ client, brokers, count }));
    }
  }
  const all = [...runs];
  const bytes = all[0]?.[1][0]?.bytes ?? 0;
  return {
    figures: all.flatMap(([client, measured]) => toFigures(client, measured, count)),
    notes: [`${count.toLocaleString("en")} messages of ${Math.round(bytes / count)} bytes; CPU is the client's`],
  };
}

interface RunOptions {
  readonly client: string;
  readonly brokers: string;
  readonly count: number;
}

async function runClient({ client, brokers, count }: RunOptions): Promise<ClientRun> {
  const flags = ["--disable-warning=TimeoutNegativeWarning", "--max-semi-space-size=4"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, String(count)], {
    env: { ...process.env, KAFKA_BROKERS: brokers, KAFKA_CLIENT: client },
  });
  const run: ClientRun = JSON.parse(stdout);
  return run;
}

function toFigures(client: string, runs: readonly ClientRun[], count: number): Figure[] {
  const figure = (name: string, unit: string, toValue: (run: ClientRun) => number): Figure => ({
    name: `${client}: ${name}`,
    unit,
    values: runs.map(toValue),
  });
  return [
    figure("appended", "messages/s", ({ appendSeconds }) => count / appendSeconds),
    figure("appended, CPU", "s", ({ appendCpuSeconds }) => appendCpuSeconds),
    figure("consumed", "messages/s", ({ consumeSeconds }) => count / consumeSeconds),
    figure("consumed, CPU", "s", ({ consumeCpuSeconds }) => consumeCpuSeconds),
    figure("peak memory", "MiB", ({ peakMiB }) => peakMiB),
  ];
}
