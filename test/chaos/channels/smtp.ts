import { setTimeout as sleep } from "node:timers/promises";
import type { GeneratedReport } from "../../support/report-generator.ts";
import {
  createSmtpSender,
  readMailboxes,
  SmtpRefusal,
  type SmtpSender,
  toReportMail,
} from "../../support/smtp-sender.ts";
import { unboundedMail } from "../../support/unproven-mail.ts";
import type { ChaosTarget } from "../target.ts";
import { type Channel, count, type Delivery } from "./channel.ts";

/** Domain of the mailboxes. */
export const MAIL_DOMAIN = "in.example";

/** Mails over SMTP. A sender tries again after a 4xx reply and after a lost connection, as mail servers do. */
export const smtp: Channel = {
  name: "smtp",
  isMail: true,
  pauseMsMax: 1600,
  settings: { RUAFLOW_REPORT_DOMAIN: MAIL_DOMAIN, ...unboundedMail },
  createDelivery: createMails,
  stop: async () => undefined,
};

async function createMails(target: ChaosTarget): Promise<Delivery> {
  const mailboxes = await readMailboxes(target.api(), target.key);
  const counts = new Map<string, number>();
  let next = 0;
  const pickPort = () => {
    const ports = target.smtpPorts();
    next += 1;
    return ports[next % ports.length] ?? 0;
  };
  return {
    counts,
    createSender() {
      const sender = createSmtpSender(pickPort);
      return (report) => {
        const mailbox = mailboxes.get(report.domain);
        if (mailbox === undefined) throw new Error(`${report.domain} has no mailbox`);
        return mailUntilAcknowledged({ report, mailbox, sender }, counts);
      };
    },
  };
}

interface Errand {
  readonly report: GeneratedReport;
  readonly mailbox: string;
  readonly sender: SmtpSender;
}

async function mailUntilAcknowledged({ report, mailbox, sender }: Errand, counts: Map<string, number>): Promise<void> {
  const mail = toReportMail(report);
  for (;;) {
    const code = await sender.send(mailbox, mail).then(
      (reply) => reply.slice(0, 3),
      (error) => (error instanceof SmtpRefusal ? error.code : "lost"),
    );
    count(counts, code);
    if (code === "250") return;
    if (code.startsWith("5")) throw new Error(`a mail was refused for good: ${code}`);
    await sleep(50);
  }
}
