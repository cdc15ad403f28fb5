// A process that sends report mails as fast as they are acknowledged, on a few connections, and prints as JSON when each
// was acknowledged and after how long.
import { generateReport } from "../support/report-generator.ts";
import { createSmtpSender, toReportMail } from "../support/smtp-sender.ts";

/** What the process is told, as JSON in its only argument. */
export interface SendersOptions {
  readonly port: number;
  readonly mailboxes: readonly (readonly [domain: string, address: string])[];
  readonly seconds: number;
  /** Connections of each address. */
  readonly connections: number;
  readonly addresses: readonly string[];
  /** Seed of the first report. */
  readonly seed: number;
}

/** What the process prints at its end. */
export interface SendersResult {
  /** When the first mail was sent, in epoch milliseconds. */
  readonly startedAtMs: number;
  readonly acknowledged: readonly Acknowledged[];
  readonly refusals: readonly string[];
  readonly cpuSeconds: number;
}

interface Acknowledged {
  readonly atMs: number;
  /** From the first command of the transaction to the reply. */
  readonly afterMs: number;
}

const DAY_S = 86_400;
/** Mail brings reports about the last days. */
const DAYS = 3;
const today = Math.floor(Date.now() / 1000 / DAY_S) * DAY_S;

const options: SendersOptions = JSON.parse(process.argv[2] ?? "{}");
const acknowledged: Acknowledged[] = [];
const refusals: string[] = [];
const startedAtMs = Date.now();
const endsAtMs = startedAtMs + options.seconds * 1000;
let seed = options.seed;

await Promise.all(
  options.addresses.flatMap((address) => Array.from({ length: options.connections }, () => run(address))),
);
const { user, system } = process.cpuUsage();
const result: SendersResult = { startedAtMs, acknowledged, refusals, cpuSeconds: (user + system) / 1_000_000 };
process.stdout.write(JSON.stringify(result));

async function run(address: string): Promise<void> {
  const sender = createSmtpSender(() => options.port, address);
  while (Date.now() < endsAtMs) await sendOne(sender);
  sender.close();
}

async function sendOne(sender: ReturnType<typeof createSmtpSender>): Promise<void> {
  const number = seed++;
  const [domain = "", address = ""] = options.mailboxes[number % options.mailboxes.length] ?? [];
  const begin = today - (1 + (number % DAYS)) * DAY_S;
  const mail = toReportMail(generateReport({ seed: number, domain, begin }));
  for (;;) {
    const sentAt = performance.now();
    try {
      const reply = await sender.send(address, mail);
      if (!reply.startsWith("250")) throw new Error(reply);
      acknowledged.push({ atMs: Date.now(), afterMs: performance.now() - sentAt });
      return;
    } catch (error) {
      // The connection ends after its last message; everything else is shown.
      if (!String(error).includes("Too many messages")) refusals.push(String(error));
      if (refusals.length > 1000) throw error;
    }
  }
}
