import { setTimeout as sleep } from "node:timers/promises";
import { openMailbox as connect, hasDovecot, PASSWORD, startDovecot } from "@ruaflow/collector/testing";
import type { GeneratedReport } from "../../support/report-generator.ts";
import { toReportMail } from "../../support/smtp-sender.ts";
import { type Channel, count } from "./channel.ts";

const USER = "reports";
const LOOK_EVERY_MS = 50;

/** Mails in a mailbox of Dovecot. A mail is acknowledged once it is moved out of the inbox. */
export async function openMailbox(): Promise<Channel> {
  if (!hasDovecot()) throw new Error("the channel imap needs Dovecot 2.3");
  const dovecot = await startDovecot();
  const account = { host: "127.0.0.1", port: dovecot.port, tls: "off", user: USER, password: PASSWORD };
  const mailbox = await connect({ port: dovecot.port, user: USER });
  await mailbox.mailboxOpen("INBOX", { readOnly: true });
  const counts = new Map<string, number>();

  async function isWaiting(uid: number): Promise<boolean> {
    // Dovecot tells a connection of removed messages only here; until then a search still finds them.
    await mailbox.noop();
    const found = await mailbox.search({ uid: String(uid) }, { uid: true });
    return Array.isArray(found) && found.includes(uid);
  }

  async function deliver(report: GeneratedReport): Promise<void> {
    const appended = await mailbox.append("INBOX", Buffer.from(toReportMail(report)));
    if (!appended || appended.uid === undefined) throw new Error("Dovecot did not take a mail");
    while (await isWaiting(appended.uid)) await sleep(LOOK_EVERY_MS);
    count(counts, "moved");
  }

  return {
    name: "imap",
    isMail: true,
    pauseMsMax: 5000,
    settings: { RUAFLOW_IMAP_ACCOUNTS: JSON.stringify([account]), RUAFLOW_COLLECT_EVERY_MS: "1000" },
    createDelivery: async () => ({ counts, createSender: () => deliver }),
    async stop() {
      mailbox.close();
      await dovecot.stop();
    },
  };
}
