import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { access, mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { findFreePort } from "../free-ports.ts";
import { fetchJars } from "./jars.ts";

/** A single-node Apache Kafka, which is both broker and controller (KRaft). */
export interface Broker {
  /** `host:port`, the same after a restart. */
  readonly address: string;
  /** `host:port` of each of the further `listeners`, by name. */
  readonly listeners: Readonly<Record<string, string>>;
  /** Stops it gracefully. Idempotent. */
  stop(): Promise<void>;
  /** Ends it like a crash. */
  kill(): Promise<void>;
  /** Restarts it with its data. */
  start(): Promise<void>;
  /** Its process, another one after a restart. */
  pid(): number | undefined;
}

export interface BrokerOptions {
  /** Folder of its data; created if missing. */
  readonly folder: string;
  /** Default: a free port. */
  readonly port?: number;
  /** Port at which clients reach it, if that is another one; default: `port`. */
  readonly advertisedPort?: number;
  /** Additional lines of server.properties, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Further listeners by name, each with its protocol, such as `SASL_SSL`; `settings` configures them. */
  readonly listeners?: Readonly<Record<string, string>>;
  /** Users that may log in by SCRAM-SHA-512, with their passwords. */
  readonly scramUsers?: Readonly<Record<string, string>>;
}

const START_TIMEOUT_MS = 60_000;

/** A small process that lives a short time compiles less, and has one thread of garbage collection. */
const quickStart = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];
/** What it says if it does not start. */
const quietLog = ["-Dorg.slf4j.simpleLogger.defaultLogLevel=error"];

/** Starts a broker; needs Java, and Maven the first time. Rejects with Kafka's output when it fails to start. */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const jars = await fetchJars();
  const ports = await choosePorts(options);
  const properties = join(options.folder, "server.properties");
  await mkdir(options.folder, { recursive: true });
  await writeFile(properties, toProperties(options, ports));
  await format(jars, options, properties);
  let process = await launch(jars, properties, ports.client);
  return {
    address: `127.0.0.1:${options.advertisedPort ?? ports.client}`,
    listeners: Object.fromEntries(ports.listeners.map(({ name, port }) => [name, `127.0.0.1:${port}`])),
    stop: () => end(process, "SIGTERM"),
    kill: () => end(process, "SIGKILL"),
    async start() {
      process = await launch(jars, properties, ports.client);
    },
    pid: () => process.pid,
  };
}

interface Ports {
  readonly client: number;
  readonly controller: number;
  readonly listeners: readonly { readonly name: string; readonly protocol: string; readonly port: number }[];
}

function toProperties({ folder, settings, advertisedPort }: BrokerOptions, ports: Ports): string {
  const client = [{ name: "PLAINTEXT", protocol: "PLAINTEXT", port: ports.client }, ...ports.listeners];
  const all = [...client, { name: "CONTROLLER", protocol: "PLAINTEXT", port: ports.controller }];
  const toAddresses = (some: typeof all) => some.map(({ name, port }) => `${name}://127.0.0.1:${port}`).join(",");
  const properties = {
    "process.roles": "broker,controller",
    "node.id": "1",
    listeners: toAddresses(all),
    "advertised.listeners": toAddresses(
      client.map((listener, index) =>
        index === 0 ? { ...listener, port: advertisedPort ?? listener.port } : listener,
      ),
    ),
    "listener.security.protocol.map": all.map(({ name, protocol }) => `${name}:${protocol}`).join(","),
    "controller.listener.names": "CONTROLLER",
    "controller.quorum.bootstrap.servers": `127.0.0.1:${ports.controller}`,
    "log.dirs": join(folder, "data"),
    "auto.create.topics.enable": "false",
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "3",
    "group.initial.rebalance.delay.ms": "0",
    ...settings,
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

async function format(jars: string, { folder, scramUsers }: BrokerOptions, properties: string): Promise<void> {
  const done = join(folder, "data", "meta.properties");
  if (
    await access(done).then(
      () => true,
      () => false,
    )
  )
    return;
  // Kafka's ids are UUIDs in base64url; an id that begins with "-" would be parsed as an option.
  const id = Buffer.from(`00${randomUUID().replaceAll("-", "").slice(2)}`, "hex").toString("base64url");
  const users = Object.entries(scramUsers ?? {}).flatMap(([name, password]) => [
    "--add-scram",
    `SCRAM-SHA-512=[name=${name},password=${password}]`,
  ]);
  const args = ["format", "--standalone", "--cluster-id", id, "--config", properties, ...users];
  await promisify(execFile)("java", [...quickStart, "-cp", join(jars, "*"), "kafka.tools.StorageTool", ...args]);
}

async function launch(jars: string, properties: string, port: number): Promise<ChildProcess> {
  const flags = ["-Xmx320m", ...quickStart, ...quietLog, "-cp", join(jars, "*")];
  const child = spawn("java", [...flags, "kafka.Kafka", properties], { stdio: ["ignore", "pipe", "pipe"] });
  // The broker must never outlive this process, not even after an uncaught exception in a test run.
  const killOnExit = () => child.kill("SIGKILL");
  process.once("exit", killOnExit);
  child.once("exit", () => process.off("exit", killOnExit));
  const output = followOutput(child);
  const end = performance.now() + START_TIMEOUT_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > end) {
      child.kill("SIGKILL");
      throw new Error(`Kafka did not start:\n${output.join("")}`);
    }
    await sleep(100);
  }
  return child;
}

/** Reads the process's output, so that its pipes never fill, and keeps the end of it. */
function followOutput(child: ChildProcess): string[] {
  const chunks: string[] = [];
  const keep = (chunk: Buffer) => {
    chunks.push(chunk.toString());
    if (chunks.length > 50) chunks.shift();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return chunks;
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** A random choice: two of twelve thousand are the same so seldom that a broker that does not start says so. */
async function choosePorts({ port, listeners = {} }: BrokerOptions): Promise<Ports> {
  return {
    client: port ?? (await findFreePort()),
    controller: await findFreePort(),
    listeners: await Promise.all(
      Object.entries(listeners).map(async ([name, protocol]) => ({ name, protocol, port: await findFreePort() })),
    ),
  };
}
