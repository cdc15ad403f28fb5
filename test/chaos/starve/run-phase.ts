import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { percentile } from "../../load/figure.ts";
import { watchMemory } from "../../load/watch-memory.ts";
import type { RunningService } from "../../support/service.ts";
import type { AttackKind, AttackOptions } from "./attacks.ts";
import { type WorkKind, workHonestly } from "./honest.ts";
import type { Tenant } from "./tenants.ts";

/** What is promised to honest clients beside attackers. */
export const P99_MS_MAX = 1000;
/** The goal is 600, which a warm service misses by up to 61: see docs/performance.md. More than this is a new fault. */
export const RSS_MIB_MAX = 680;

/** A machine that is busy with other things is slow for honest clients, too: their time alone, this often, is then the limit. */
export const BUSY_FACTOR = 2;

export interface Phase {
  readonly name: string;
  readonly attacks: readonly AttackKind[];
}

export interface PhaseResult {
  readonly phase: string;
  readonly accepted: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p99MsByKind: Readonly<Record<WorkKind, number>>;
  readonly rssMib: number;
  /** Connections that attackers opened. */
  readonly connections: number;
  /** Most frequent refusals. */
  readonly failures: readonly string[];
  readonly p99MsMax: number;
  readonly isGreen: boolean;
}

export interface PhaseOptions {
  readonly service: RunningService;
  readonly tenants: readonly Tenant[];
  /** Whose key the attackers have. */
  readonly attacker: Tenant;
  readonly clients: number;
  readonly seconds: number;
  /** What honest clients took without attackers, in the same run; `null`: that is what is to be measured. */
  readonly aloneP99Ms: number | null;
}

/** How long attackers are alone before honest clients come. */
const ALONE_MS = 1000;
const attackerProgram = fileURLToPath(new URL("attacker.ts", import.meta.url));

/** Lets honest clients work for some seconds beside attackers, each kind of them in a process of its own. */
export async function runPhase({ name, attacks }: Phase, options: PhaseOptions): Promise<PhaseResult> {
  const { service, tenants, attacker, clients, seconds } = options;
  const ports = { httpPort: Number(new URL(service.url).port), smtpPort: service.smtpPort ?? 0 };
  const endsAtMs = Date.now() + ALONE_MS + seconds * 1000;
  const { key, mailbox } = attacker;
  const attacking = attacks.map((kind) =>
    startAttackers({ kind, clients, endsAtMs, key, mailbox, lastDay: "", ...ports }),
  );
  const memory = watchMemory(service.child.pid ?? 0);
  await new Promise((resolve) => setTimeout(resolve, ALONE_MS));
  const work = await workHonestly(tenants, ports, endsAtMs);
  const connections = (await Promise.all(attacking)).reduce((sum, count) => sum + count, 0);
  memory.stop();
  const toP99 = (kind?: WorkKind) =>
    percentile(
      work.filter((one) => !kind || one.kind === kind).map(({ ms }) => ms),
      99,
    );
  const failures = work.flatMap(({ kind, failure }) => (failure === null ? [] : [`${kind}: ${failure}`]));
  const result = {
    phase: name,
    accepted: work.length - failures.length,
    refused: failures.length,
    p50Ms: percentile(
      work.map(({ ms }) => ms),
      50,
    ),
    p99Ms: toP99(),
    p99MsByKind: { upload: toP99("upload"), mail: toP99("mail"), question: toP99("question") },
    rssMib: memory.peak().rss,
    connections,
    failures: countFailures(failures),
    p99MsMax: toLimit(options.aloneP99Ms),
  };
  const { p99Ms, p99MsMax, rssMib } = result;
  return { ...result, isGreen: failures.length === 0 && p99Ms <= p99MsMax && rssMib <= RSS_MIB_MAX };
}

function toLimit(aloneP99Ms: number | null): number {
  return aloneP99Ms === null ? Number.POSITIVE_INFINITY : Math.max(P99_MS_MAX, BUSY_FACTOR * aloneP99Ms);
}

/** @returns how many connections they opened */
export async function startAttackers(options: AttackOptions): Promise<number> {
  const child = fork(attackerProgram, [JSON.stringify(options)], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  let connections = 0;
  child.on("message", (message) => {
    if (typeof message === "object" && "connections" in message) connections = Number(message.connections);
  });
  await once(child, "exit");
  return connections;
}

function countFailures(failures: readonly string[]): string[] {
  const counts = Object.entries(Object.groupBy(failures, (failure) => failure));
  return counts
    .toSorted(([, one = []], [, other = []]) => other.length - one.length)
    .slice(0, 5)
    .map(([failure, same = []]) => `${same.length} × ${failure}`);
}
