import { gzipSync } from "node:zlib";
import { connectRaw, type RawClient } from "@ruaflow/smtp-receiver/testing";
import type { GeneratedReport } from "./report-generator.ts";
import { ask } from "./service.ts";

/** Sends mails one after another, on one connection as long as the server keeps it. */
export interface SmtpSender {
  /**
   * Sends a mail, its commands in one packet.
   * @returns the reply to its end
   * @throws if the server refuses an earlier command or the connection ends; the next mail uses a new one
   */
  send(to: string, mail: string): Promise<string>;
  close(): void;
}

/** `localAddress`: any in 127.0.0.0/8, for connections of one address are few. */
export function createSmtpSender(port: () => number, localAddress = "127.0.0.1"): SmtpSender {
  let client: RawClient | null = null;

  async function open(): Promise<RawClient> {
    const opened = await connectRaw({ port: port(), localAddress });
    await expectCode("220", opened.readReply());
    await expectCode("250", opened.command("EHLO mx.sender.example"));
    return opened;
  }

  async function transfer(to: string, mail: string): Promise<string> {
    client ??= await open();
    await client.write(`MAIL FROM:<reports@sender.example>\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
    for (const code of ["250", "250", "354"]) await expectCode(code, client.readReply());
    return client.command(`${mail.replaceAll(/^\./gm, "..")}\r\n.`);
  }

  function close(): void {
    client?.close();
    client = null;
  }

  return {
    async send(to, mail) {
      try {
        return await transfer(to, mail);
      } catch (error) {
        close();
        throw error;
      }
    },
    close,
  };
}

/** The server refused a command. */
export class SmtpRefusal extends Error {
  /** The first three digits of the reply. */
  readonly code: string;

  constructor(reply: string) {
    super(reply);
    this.code = reply.slice(0, 3);
  }
}

async function expectCode(code: string, reply: Promise<string>): Promise<void> {
  const text = await reply;
  if (!text.startsWith(code)) throw new SmtpRefusal(text);
}

/** A report as the mail that most reporters send: compressed, with its usual subject and file name. */
export function toReportMail({ domain, reporter, reportId, begin, xml }: GeneratedReport): string {
  const encoded = gzipSync([...xml()].join(""), { level: 1 }).toString("base64");
  const name = `${reporter}!${domain}!${begin}!${begin + 86_399}.xml.gz`;
  return [
    `From: reports@${reporter}`,
    `Subject: Report Domain: ${domain} Submitter: ${reporter} Report-ID: ${reportId}`,
    "MIME-Version: 1.0",
    `Content-Type: application/gzip; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    "Content-Transfer-Encoding: base64",
    "",
    encoded.replaceAll(/.{76}/g, "$&\r\n"),
    "",
  ].join("\r\n");
}

/** The mailbox of each of the organization's domains, as the API tells its owner to publish it. */
export async function readMailboxes(api: { readonly url: string }, key: string): Promise<Map<string, string>> {
  const { body } = await ask<{ data: { id: string; domain: string }[] }>(api, key, "/api/v1/domains?per_page=100");
  const entries = body.data.map(async ({ id, domain }) => [domain, await readMailbox(api, key, id)] as const);
  return new Map(await Promise.all(entries));
}

async function readMailbox(api: { readonly url: string }, key: string, id: string): Promise<string> {
  const { body } = await ask(api, key, `/api/v1/domains/${id}/dns`);
  const mailbox = JSON.stringify(body).match(/mailto:([^"\s;,]+)/)?.[1];
  if (mailbox === undefined) throw new Error(`no mailbox is shown for ${id}`);
  return mailbox;
}
