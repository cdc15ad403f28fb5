import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { beginMessage, connectRaw, type RawClient } from "./testing/raw-client.ts";
import { startTestReceiver, type TestOptions, type TestReceiver } from "./testing/start-receiver.ts";
import { writeMail, writeReport } from "./testing/write-mail.ts";

let running: TestReceiver;
let mailbox: string;

async function start(options: TestOptions = {}): Promise<void> {
  running = await startTestReceiver(options);
  ({ mailbox } = await running.addMailbox("one.example"));
}

afterEach(() => running.stop());

async function open(): Promise<RawClient> {
  const client = await connectRaw(running);
  await beginMessage(client, { to: [mailbox] });
  return client;
}

async function send(mail = writeMail(writeReport("one.example"))): Promise<string> {
  const client = await open();
  const reply = await client.command(`${mail}\r\n.`);
  client.close();
  return reply;
}

test("while the log is down a mail is answered with 451, and its retry is stored once", async () => {
  await start();
  const mail = writeMail(writeReport("one.example"));
  running.setLogDown(true);
  expect(await send(mail)).toMatch(/^451 4\.3\.0 /);
  expect(await send(mail)).toMatch(/^451 4\.3\.0 /);
  expect(await running.countReports()).toBe(0);
  running.setLogDown(false);
  expect(await send(mail)).toMatch(/^250 /);
  expect(await running.countReports()).toBe(1);
  expect(await running.renderMetrics()).toContain('ruaflow_smtp_messages_total{code="451 4.3.0"} 2');
});

test("while PostgreSQL is down recipients and mails are answered with 451", { timeout: 60_000 }, async () => {
  await start();
  const early = await open();
  running.postgres.cut();
  expect(await early.command(`${writeMail(writeReport("one.example"))}\r\n.`)).toMatch(/^451 4\.3\.0 /);
  expect(await early.command("MAIL FROM:<a@b.example>")).toMatch(/^250 /);
  expect(await early.command(`RCPT TO:<${mailbox}>`)).toMatch(/^451 4\.3\.0 /);
  expect(await early.command("RCPT TO:<a@other.example>")).toMatch(/^550 5\.7\.1 /);
  running.postgres.restore();
  expect(await early.command(`RCPT TO:<${mailbox}>`)).toMatch(/^250 /);
  early.close();
  expect(await send()).toMatch(/^250 /);
  expect(await running.countReports()).toBe(1);
});

test("a PostgreSQL that is really stopped is answered with 451 too", { timeout: 60_000 }, async () => {
  await start();
  const client = await open();
  await running.stopPostgres();
  expect(await client.command(`${writeMail(writeReport("one.example"))}\r\n.`)).toMatch(/^451 4\.3\.0 /);
  client.close();
  expect(await running.countReports()).toBe(0);
});

test("a store that does not answer is answered for in time, and the connection remains usable", async () => {
  await start({ limits: { storeWaitMsMax: 300 } });
  const client = await open();
  running.postgres.freeze();
  expect(await client.command(`${writeMail(writeReport("one.example"))}\r\n.`)).toMatch(/^451 4\.3\.0 /);
  running.postgres.restore();
  client.close();
});

test("a large mail whose turn to be read does not come is answered with 452, and the connection remains usable", async () => {
  await start({ ingestLimits: { inFlightBytesMax: 100_000, turnMsMax: 300 } });
  const [first, second] = [await open(), await open()];
  running.postgres.freeze();
  const large = `${"a".repeat(76)}\r\n`.repeat(1500);
  await first.write(`${large}.\r\n`);
  await expect.poll(() => running.countInProgress()).toBe(1);
  expect(await second.command(`${large}.`)).toMatch(/^452 4\.3\.1 /);
  running.postgres.restore();
  expect(await first.readReply()).toMatch(/^250 /);
  expect(await second.command("NOOP")).toMatch(/^250 /);
});

test("stopping closes idle connections, and waits for a mail in progress", async () => {
  await start();
  const idle = await connectRaw(running);
  await idle.readReply();
  const busy = await open();
  const stopped = running.receiver.stop();
  expect(await idle.readToEnd()).toMatch(/^421 4\.3\.2 /);
  await sleep(100);
  expect(await busy.command(`${writeMail(writeReport("one.example"))}\r\n.`)).toMatch(/^250 /);
  expect(await busy.readToEnd()).toMatch(/^421 /);
  await stopped;
  expect(await running.countReports()).toBe(1);
  await expect(connectRaw(running)).rejects.toThrow("ECONNREFUSED");
  await expect(running.receiver.ping()).rejects.toThrow("the SMTP port is closed");
});

test("stopping gives up a mail that does not end in time", async () => {
  await start({ limits: { stopMsMax: 300 } });
  const busy = await open();
  await busy.write("Subject: unfinished\r\n");
  const startedAt = performance.now();
  await running.receiver.stop();
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(await busy.readToEnd()).toMatch(/^421 /);
  expect(running.received).toEqual([]);
});
