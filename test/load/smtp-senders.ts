// A process that sends report mails as fast as they are acknowledged, on a few connections, and prints as JSON when each
// was acknowledged and after how long.
import { generateReport } from "../support/report-generator.ts";
import { createSmtpSender, toReportMail } from "../support/smtp-sender.ts";

/** What the process is told, as JSON in its only argument. */
export interface SendersOptions {
  readonly port: number;
  readonly mailboxes: readonly (readonly [domain: string, address: string])[];
  readonly seconds: number;
  readonly connections: number;
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

const FIRST_DAY = 1_767_225_600;

const options: SendersOptions = JSON.parse(process.argv[2] ?? "{}");
const acknowledged: Acknowledged[] = [];
const refusals: string[] = [];
const startedAtMs = Date.now();
const endsAtMs = startedAtMs + options.seconds * 1000;
let seed = options.seed;

await Promise.all(Array.from({ length: options.connections }, run));
const { user, system } = process.cpuUsage();
const result: SendersResult = { startedAtMs, acknowledged, refusals, cpuSeconds: (user + system) / 1_000_000 };
process.stdout.write(JSON.stringify(result));

async function run(): Promise<void> {
  const sender = createSmtpSender(() => options.port);
  while (Date.now() < endsAtMs) await sendOne(sender);
  sender.close();
}

async function sendOne(sender: ReturnType<typeof createSmtpSender>): Promise<void> {
  const number = seed++;
  const [domain = "", address = ""] = options.mailboxes[number % options.mailboxes.length] ?? [];
  const mail = toReportMail(generateReport({ seed: number, domain, begin: FIRST_DAY + (number % 60) * 86_400 }));
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
