import { setTimeout as sleep } from "node:timers/promises";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { noMetrics } from "@ruaflow/runtime/metrics";
import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCollector } from "../collector.ts";
import { openMailbox } from "../testing/open-mailbox.ts";
import { type Dovecot, hasDovecot, PASSWORD, startDovecot } from "../testing/start-dovecot.ts";
import { BODY_BYTES_MAX, startIngest, type TestIngest, writeMail } from "../testing/start-ingest.ts";
import { startTokenServer, type TokenServer } from "../testing/start-token-server.ts";
import { parseImapAccounts } from "./account.ts";
import { createImapSource } from "./imap-source.ts";

const canRun = hasDovecot();
const OAUTH_USER = "oauth-user";
const WITHIN = { timeout: 20_000 };
const LUNCH = Buffer.from("Subject: lunch\r\n\r\nAt noon?\r\n");

let dovecot: Dovecot;
let tokens: TokenServer;
let running: TestIngest;
let user: string;
let users = 0;
let mailbox: ImapFlow;
let collector: ReturnType<typeof createCollector> | undefined;

beforeAll(async () => {
  if (!canRun) return;
  tokens = await startTokenServer(OAUTH_USER);
  dovecot = await startDovecot({ introspectionUrl: tokens.introspectionUrl });
});

afterAll(async () => {
  if (!canRun) return;
  await dovecot.stop();
  await tokens.stop();
});

beforeEach(async () => {
  if (!canRun) return;
  running = await startIngest();
  users += 1;
  user = `user${users}`;
  mailbox = await openMailbox({ port: dovecot.port, user });
});

afterEach(async () => {
  if (!canRun) return;
  await collector?.stop();
  collector = undefined;
  mailbox.close();
  await running.stop();
});

const toAccount = () => ({ host: "127.0.0.1", port: dovecot.port, tls: "off", user, password: PASSWORD });

function openSources(account: Readonly<Record<string, unknown>> = {}) {
  const accounts = parseImapAccounts(JSON.stringify([{ ...toAccount(), ...account }]));
  return accounts.map((one) => createImapSource(one, running.logger));
}

function collect(account: Readonly<Record<string, unknown>> = {}, { everyMs = 500 } = {}): void {
  const sources = openSources(account);
  collector = createCollector({ ...running, metrics: noMetrics, sources, everyMs, retryMs: 100 });
}

async function deliver(...mails: readonly Buffer[]): Promise<void> {
  for (const mail of mails) await mailbox.append("INBOX", mail);
}

/** Messages in a folder; -1 if there is no such folder. */
async function count(folder: string): Promise<number> {
  const status = await mailbox.status(folder, { messages: true }).catch(() => undefined);
  return status ? (status.messages ?? 0) : -1;
}

/** The flags of each message of the inbox, in order. */
async function listFlags(): Promise<string[][]> {
  await mailbox.mailboxOpen("INBOX");
  const messages = await mailbox.fetchAll("1:*", { flags: true });
  await mailbox.mailboxClose();
  return messages.map(({ flags }) => [...(flags ?? [])].filter((flag) => flag !== "\\Recent").sort());
}

describe.runIf(canRun)("a mailbox", () => {
  test("messages are moved after they were submitted; what holds no report goes to another folder", async () => {
    await deliver(writeMail(1), LUNCH, writeMail(2));
    collect();
    await expect.poll(() => count("Processed"), WITHIN).toBe(2);
    await expect.poll(() => count("Rejected"), WITHIN).toBe(1);
    expect(await count("INBOX")).toBe(0);
    expect(running.readReportIds()).toHaveLength(2);
  });

  test.each(["\\Seen", "$Ruaflow"])("messages are flagged with %s; those without a report get a star", async (flag) => {
    await deliver(writeMail(3), LUNCH);
    collect({ after: "flag", flag });
    await expect.poll(listFlags, WITHIN).toEqual([[flag], ["\\Flagged", flag].sort()]);
    await deliver(writeMail(4));
    await expect.poll(async () => (await listFlags())[2], WITHIN).toEqual([flag]);
    expect(running.readReportIds()).toHaveLength(2);
  });

  test("messages are deleted; those without a report are moved", async () => {
    await deliver(writeMail(5), LUNCH);
    collect({ after: "delete", rejectedTo: "Odd" });
    await expect.poll(() => count("Odd"), WITHIN).toBe(1);
    await expect.poll(() => count("INBOX"), WITHIN).toBe(0);
    expect(running.readReportIds()).toHaveLength(1);
  });

  test("a new message is noticed by IDLE, long before the next poll", async () => {
    collect({}, { everyMs: 3_600_000 });
    await expect.poll(() => count("Rejected"), WITHIN).toBe(0);
    // By then the first round is over, and the connection idles.
    await sleep(2500);
    await deliver(writeMail(6));
    await expect.poll(() => count("Processed"), WITHIN).toBe(1);
  });

  test("a message beyond the limit is refused and moved", async () => {
    const padding = Buffer.alloc(8 * BODY_BYTES_MAX, "x".repeat(70).concat("\r\n"));
    await deliver(Buffer.concat([writeMail(7), padding]), writeMail(8));
    collect();
    await expect.poll(() => count("Rejected"), WITHIN).toBe(1);
    await expect.poll(() => count("Processed"), WITHIN).toBe(1);
    expect(running.readReportIds()).toHaveLength(1);
  });

  test("during an outage of the log nothing is moved; afterwards everything arrives", async () => {
    running.setOutage(true);
    await deliver(...[9, 10, 11, 12, 13, 14].map((seed) => writeMail(seed)));
    collect({}, { everyMs: 100 });
    await sleep(2000);
    expect([await count("INBOX"), await count("Processed")]).toEqual([6, 0]);
    running.setOutage(false);
    await expect.poll(() => count("Processed"), WITHIN).toBe(6);
    expect(new Set(running.readReportIds()).size).toBe(6);
  });

  test("after a crash between submitting and moving, the message is read again as the same report", async () => {
    await deliver(writeMail(15));
    for (const source of openSources()) {
      for await (const { name, open } of source.list(new AbortController().signal)) {
        const submission = { id: createSubmissionId(), receivedAt: new Date(), channel: source.channel, name };
        await running.ingest.submit({ ...submission, body: open() }, { organizationId: null, addDomains: false });
      }
      await source.close();
    }
    expect(await count("INBOX")).toBe(1);
    collect();
    await expect.poll(() => count("Processed"), WITHIN).toBe(1);
    const ids = running.readReportIds();
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test("a mailbox with a new UIDVALIDITY, whose UIDs mean other messages, loses none", async () => {
    await mailbox.mailboxCreate("Reports");
    await mailbox.append("Reports", writeMail(16));
    collect({ mailbox: "Reports", after: "flag" }, { everyMs: 100 });
    await expect.poll(() => running.readReportIds().length, WITHIN).toBe(1);
    await mailbox.mailboxDelete("Reports");
    // Dovecot takes UIDVALIDITY from the clock.
    await sleep(1100);
    await mailbox.mailboxCreate("Reports");
    await mailbox.append("Reports", writeMail(17));
    await expect.poll(() => new Set(running.readReportIds()).size, WITHIN).toBe(2);
  });

  test("a mail server that is restarted is connected to again", async () => {
    collect({}, { everyMs: 200 });
    await expect.poll(() => count("Processed"), WITHIN).toBe(0);
    await dovecot.kill();
    await sleep(500);
    await dovecot.start();
    mailbox = await openMailbox({ port: dovecot.port, user });
    await deliver(writeMail(18));
    await expect.poll(() => count("Processed"), WITHIN).toBe(1);
  });

  test.each(["implicit", "starttls"])("TLS (%s) is verified", async (tls) => {
    await deliver(writeMail(19));
    const port = tls === "implicit" ? dovecot.tlsPort : dovecot.port;
    collect({ tls, port, host: "localhost" });
    await sleep(1500);
    expect(await count("INBOX")).toBe(1);
    await collector?.stop();
    collect({ tls, port, host: "localhost", ca: dovecot.ca });
    await expect.poll(() => count("Processed"), WITHIN).toBe(1);
  });

  test("an account with OAuth2 logs in with tokens, and asks for a new one when one was revoked", async () => {
    user = OAUTH_USER;
    mailbox.close();
    mailbox = await openMailbox({ port: dovecot.port, user });
    await deliver(writeMail(20));
    const oauth2 = { tokenUrl: tokens.tokenUrl, clientId: "id", clientSecret: "secret", scope: "mail" };
    collect({ password: undefined, oauth2 }, { everyMs: 200 });
    await expect.poll(() => count("Processed"), WITHIN).toBe(1);
    tokens.revoke();
    await dovecot.kill();
    await dovecot.start();
    mailbox = await openMailbox({ port: dovecot.port, user });
    await deliver(writeMail(21));
    await expect.poll(() => count("Processed"), WITHIN).toBe(2);
    expect(tokens.grants.length).toBeGreaterThan(1);
    expect(Object.fromEntries(tokens.grants[0] ?? [])).toEqual({
      grant_type: "client_credentials",
      client_id: "id",
      client_secret: "secret",
      scope: "mail",
    });
  });
});
