// `npm run chaos:smtp -- --minutes 10`: slow connections hold on to the SMTP port while mails arrive; the mails must not
// notice.

import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectRaw } from "@ruaflow/smtp-receiver/testing";
import { percentile } from "../load/figure.ts";
import { readMemory } from "../load/watch-memory.ts";
import { printHelpIfAsked } from "../support/print-help.ts";
import { generateReport } from "../support/report-generator.ts";
import { createDataDir, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { createSmtpSender, readMailboxes, toReportMail } from "../support/smtp-sender.ts";
import { unboundedMail } from "../support/unproven-mail.ts";
import { MAIL_DOMAIN } from "./channels/smtp.ts";

/** Goal for a mail from its connection to its acknowledgement. */
const P95_MS_MAX = 2000;
const ADDRESSES = 25;
const MAIL_EVERY_MS = 250;
const FIRST_DAY = 1_767_225_600;

printHelpIfAsked(`Sends mails while slow connections hold on to the SMTP port.

  --minutes N       how long (default 10)
  --connections N   slow connections, which connect again when they are closed (default 500)`);

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, connections: { type: "string", default: "500" } },
});
const dataDir = createDataDir();
const service = await startService(dataDir, {
  ...{ RUAFLOW_REPORT_DOMAIN: MAIL_DOMAIN, RUAFLOW_SMTP_PORT: "0" },
  ...unboundedMail,
});
await runOrThrow(["domains", "add", "-"], { RUAFLOW_DATA_DIR: dataDir }, "a.example");
const port = service.smtpPort ?? 0;
const mailbox = (await readMailboxes(service, service.key ?? "")).get("a.example") ?? "";
const endsAtMs = Date.now() + Number(values.minutes) * 60_000;
const isOver = () => Date.now() >= endsAtMs;
let closed = 0;
const attackers = Array.from({ length: Number(values.connections) }, (_, index) => attack(index));
const times: number[] = [];
const failures: string[] = [];
while (!isOver()) {
  await sendGood(times.length + failures.length);
  await sleep(MAIL_EVERY_MS);
}
const memory = readMemory(service.child.pid ?? 0);
await Promise.all(attackers);
await service.stop();
await removeDataDir(dataDir);

const p95 = percentile(times, 95);
console.log(
  `${times.length} mails acknowledged beside ${values.connections} slow connections, of which ${closed} were closed: ` +
    `median ${Math.round(percentile(times, 50))} ms, p95 ${Math.round(p95)} ms, ${failures.length} mails refused; ` +
    `memory of the service ${Math.round(memory.rss)} MiB`,
);
for (const failure of failures.slice(0, 5)) console.log(`  ${failure}`);
process.exit(p95 < P95_MS_MAX && failures.length === 0 ? 0 : 1);

async function sendGood(seed: number): Promise<void> {
  const mail = toReportMail(generateReport({ seed, domain: "a.example", begin: FIRST_DAY }));
  const startedAt = performance.now();
  const sender = createSmtpSender(() => port);
  const reply = await sender.send(mailbox, mail).catch(String);
  sender.close();
  if (reply.startsWith("250")) times.push(performance.now() - startedAt);
  else failures.push(reply);
}

/** Sends a byte every second or so, of a command or of a message, and connects again when it is closed. */
async function attack(index: number): Promise<void> {
  const localAddress = `127.0.1.${1 + (index % ADDRESSES)}`;
  while (!isOver()) {
    await dripOnce({ port, localAddress }, index % 2 === 0).catch(() => undefined);
    closed += 1;
    await sleep(500);
  }
}

async function dripOnce(address: { readonly port: number; readonly localAddress: string }, inMessage: boolean) {
  const client = await connectRaw(address);
  try {
    await client.readReply();
    if (inMessage) {
      await client.command("EHLO slow.example");
      await client.command("MAIL FROM:<slow@slow.example>");
      await client.command(`RCPT TO:<${mailbox}>`);
      await client.command("DATA");
    }
    while (!isOver() && !client.socket.destroyed) {
      await client.write("a");
      await sleep(1000);
    }
  } finally {
    client.close();
  }
}
