import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { generateReport } from "../../support/report-generator.ts";
import { createSmtpSender, toReportMail } from "../../support/smtp-sender.ts";
import { sendRequest } from "./send-request.ts";
import type { Tenant } from "./tenants.ts";

export type WorkKind = "upload" | "mail" | "question";

/** What became of one piece of work. */
export interface Work {
  readonly kind: WorkKind;
  readonly ms: number;
  /** Why it was not accepted; `null`: it was. */
  readonly failure: string | null;
}

export interface Ports {
  readonly httpPort: number;
  readonly smtpPort: number;
}

/** How often each tenant begins to upload, to mail and to ask. */
const EVERY_MS = 500;
/** A client gives up after this time. */
const PATIENCE_MS = 10_000;
const FIRST_DAY = 1_767_225_600;
const QUESTIONS = ["reports?per_page=20", "reports/aggregate?start_date=2026-01-01&end_date=2026-01-31", "domains"];

let seed = Date.now() % 1_000_000_000;

/** Lets all tenants upload, mail and ask side by side until `endsAtMs`, and reports each piece of work. */
export async function workHonestly(tenants: readonly Tenant[], ports: Ports, endsAtMs: number): Promise<Work[]> {
  const done: Work[] = [];
  await Promise.all(tenants.flatMap((tenant) => startLanes(tenant, ports, { endsAtMs, done })));
  return done;
}

interface Run {
  readonly endsAtMs: number;
  readonly done: Work[];
}

function startLanes(tenant: Tenant, ports: Ports, run: Run): Promise<void>[] {
  const agent = new Agent({ keepAlive: true, localAddress: tenant.address });
  const asTenant = { agent, tenant, port: ports.httpPort };
  const lanes: Record<WorkKind, () => Promise<void>> = {
    upload: () => ask(asTenant, `reports?name=r${seed}.xml`, createReport(tenant)),
    mail: () => sendMail(tenant, ports.smtpPort),
    question: () => ask(asTenant, QUESTIONS[seed++ % QUESTIONS.length] ?? "domains"),
  };
  return Object.entries(lanes).map(([kind, work]) => runLane(kind as WorkKind, work, run));
}

async function runLane(kind: WorkKind, work: () => Promise<void>, { endsAtMs, done }: Run): Promise<void> {
  while (Date.now() < endsAtMs) {
    const next = sleep(EVERY_MS);
    const startedAt = performance.now();
    const failure = await work().then(
      () => null,
      (error: unknown) => String(error),
    );
    done.push({ kind, ms: performance.now() - startedAt, failure });
    await next;
  }
}

function createReport({ domain }: Tenant): string {
  seed += 1;
  return [...generateReport({ seed, domain, begin: FIRST_DAY, records: 10 }).xml()].join("");
}

interface Asking {
  readonly agent: Agent;
  readonly tenant: Tenant;
  readonly port: number;
}

/** Sends a request and reads its answer. Rejects unless it is 200 or 202. */
async function ask({ agent, tenant, port }: Asking, path: string, body?: string): Promise<void> {
  const sending = { agent, port, key: tenant.key, patienceMs: PATIENCE_MS };
  const status = await sendRequest(sending, { path, ...(body !== undefined && { body }) });
  if (status !== 200 && status !== 202) throw new Error(`HTTP ${status}`);
}

/** Sends a mail on a connection of its own, as most reporters do. */
async function sendMail(tenant: Tenant, port: number): Promise<void> {
  seed += 1;
  const mail = toReportMail(generateReport({ seed, domain: tenant.domain, begin: FIRST_DAY, records: 10 }));
  const sender = createSmtpSender(() => port, tenant.address);
  const sent = sender.send(tenant.mailbox, mail);
  sent.catch(() => undefined);
  try {
    const reply = await Promise.race([sent, sleep(PATIENCE_MS, "no reply in time", { ref: false })]);
    if (!reply.startsWith("250")) throw new Error(reply);
  } finally {
    sender.close();
  }
}
