import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parsePostmaster } from "./config.ts";
import { beginMessage, connectRaw } from "./testing/raw-client.ts";
import { startTestReceiver, type TestReceiver } from "./testing/start-receiver.ts";
import { writeMail, writeReport } from "./testing/write-mail.ts";

let running: TestReceiver;
let first: Awaited<ReturnType<TestReceiver["addMailbox"]>>;
let second: Awaited<ReturnType<TestReceiver["addMailbox"]>>;

beforeAll(async () => {
  running = await startTestReceiver({ limits: { messagesPerConnectionMax: 3, unknownRecipientsMax: 250 } });
  first = await running.addMailbox("one.example");
  second = await running.addMailbox("two.example");
});

afterAll(() => running.stop());

/** Sends a mail on a connection of its own and returns the reply to its end. */
async function send(mail: string, ...to: string[]): Promise<string> {
  const client = await connectRaw(running);
  await beginMessage(client, { to });
  const reply = await client.command(`${mail}\r\n.`);
  client.close();
  return reply;
}

async function greet() {
  const client = await connectRaw(running);
  expect(await client.readReply()).toBe("220 mx.in.example ESMTP");
  return client;
}

test("the server offers what it keeps, and nothing else", async () => {
  const client = await greet();
  const lines = (await client.command("EHLO mx.sender.example")).split("\r\n").map((line) => line.slice(4));
  expect(lines.slice(1).sort()).toEqual(["8BITMIME", "PIPELINING", "SIZE 20971520", "SMTPUTF8"]);
  for (const command of ["VRFY <a@b>", "EXPN list", "AUTH PLAIN AHUAcA==", "STARTTLS", "BDAT 4 LAST", "XCLIENT A=B"]) {
    expect(await client.command(command)).toMatch(/^50[02] /);
  }
  client.close();
});

test("a mail is answered with its submission's id once the log has its report", async () => {
  const before = await running.countReports();
  const reply = await send(writeMail(writeReport("one.example"), "Report Domain: one.example"), first.mailbox);
  expect(reply).toMatch(/^250 2\.6\.0 Accepted as sub_\w+$/);
  expect(await running.countReports()).toBe(before + 1);
  const { submission, route, result } = running.received.at(-1) ?? {};
  expect(reply).toContain(result?.submissionId);
  expect(result?.state).toBe("accepted");
  expect(route).toMatchObject({ organizationId: first.organizationId, addDomains: false });
  expect(submission).toMatchObject({
    channel: "smtp",
    name: "Report Domain: one.example",
    transfer: { clientAddress: "127.0.0.1", helo: "mx.sender.example", mailFrom: "reporter@sender.example" },
  });
});

test("the null sender is accepted, and a mail without a subject is named mail", async () => {
  const client = await connectRaw(running);
  await beginMessage(client, { to: [first.mailbox], from: "" });
  expect(await client.command(`\r\n${writeReport("one.example").replaceAll("\n", "\r\n")}\r\n.`)).toMatch(/^250 /);
  expect(running.received.at(-1)?.submission).toMatchObject({ name: "mail", transfer: { mailFrom: "" } });
  client.close();
});

test("a mail is named by its subject as people read it", async () => {
  const subject = "=?utf-8?B?QmVyaWNodCBmw7xy?=\r\n =?utf-8?Q?_one.example?=";
  await send(writeMail(writeReport("one.example"), subject), first.mailbox);
  expect(running.received.at(-1)?.submission.name).toBe("Bericht für one.example");
});

test("whatever a mail contains, it is accepted, for its bytes are kept", async () => {
  const report = writeMail(writeReport("one.example"));
  const states = [];
  for (const mail of [report, report, "Subject: hello\r\n\r\nHello.\r\n", writeMail("<feedback>"), ""]) {
    expect(await send(mail, first.mailbox)).toMatch(/^250 /);
    states.push(running.received.at(-1)?.result.state);
  }
  expect(states[0]).toBe("accepted");
  expect(states.slice(2)).not.toContain("accepted");
});

test("a mail for mailboxes of two organizations is submitted once for each", async () => {
  const before = running.received.length;
  const reply = await send(writeMail(writeReport("two.example")), first.mailbox, second.mailbox, first.mailbox);
  const submissions = running.received.slice(before);
  expect(submissions.map(({ route }) => route.organizationId).sort()).toEqual(
    [first.organizationId, second.organizationId].sort(),
  );
  for (const { result } of submissions) expect(reply).toContain(result.submissionId);
  const own = submissions.find(({ route }) => route.organizationId === second.organizationId);
  expect(own?.result.state).toBe("accepted");
});

test("the mailbox's case is harmless, and a tag after a plus sign is accepted", async () => {
  const [local = "", domain = ""] = first.mailbox.split("@");
  for (const address of [first.mailbox.toUpperCase(), `${local}+tag@${domain}`]) {
    expect(await send(writeMail(writeReport("one.example")), address)).toMatch(/^250 /);
    expect(running.received.at(-1)?.route.organizationId).toBe(first.organizationId);
  }
});

test("an unknown mailbox is refused, and so is that of a deleted domain", async () => {
  const deleted = await running.addMailbox("deleted.example");
  const client = await greet();
  await client.command("HELO mx.sender.example");
  await client.command("MAIL FROM:<a@b.example>");
  expect(await client.command(`RCPT TO:<${deleted.mailbox}>`)).toMatch(/^250 /);
  const { items } = await running.metadata.domains.listDomains(deleted.organizationId, { page: 1, perPage: 1 });
  await running.metadata.domains.beginDeletion(deleted.organizationId, items[0]?.id ?? "");
  for (const local of ["d-0000000000000000000", deleted.mailbox.split("@")[0], "postmasters"]) {
    expect(await client.command(`RCPT TO:<${local}@in.example>`)).toMatch(/^550 5\.1\.1 /);
  }
  client.close();
});

test.each([
  [null, "550 5.1.1 This server receives DMARC reports only and has no postmaster mailbox"],
  ["admin@corp.example", "551 5.1.6 This server receives DMARC reports only; please try <admin@corp.example>"],
])("people who write to postmaster or abuse are told where to write (%s)", async (postmaster, reply) => {
  const server = await startTestReceiver({ postmaster });
  const client = await connectRaw(server);
  await client.readReply();
  await client.command("EHLO mx.sender.example");
  await client.command("MAIL FROM:<a@b.example>");
  for (const recipient of ["postmaster@in.example", "Abuse@IN.example", "Postmaster"]) {
    expect(await client.command(`RCPT TO:<${recipient}>`), recipient).toBe(reply);
  }
  expect(await client.command("RCPT TO:<postmaster@other.example>")).toMatch(/^550 5\.7\.1 /);
  client.close();
  await server.stop();
});

test.each(["admin", "a b@example.com", "<a@example.com>", "a@example.com\r\n250 x", "ä@example.com"])(
  "%j is not an address for postmaster",
  (text) => {
    expect(() => parsePostmaster(text)).toThrow("RUAFLOW_SMTP_POSTMASTER");
  },
);

test("nothing is relayed: 0 of 200 recipients in other domains", async () => {
  const local = first.mailbox.split("@")[0];
  const shapes = [
    (index: number) => `user${index}@other${index}.example`,
    (index: number) => `${local}@in${index}.example`,
    (index: number) => `${local}@x${index}.in.example`,
    (index: number) => `${local}%other${index}.example@gateway.example`,
    (index: number) => `@in.example:user${index}@other.example`,
    (index: number) => `${local}@in.example.other${index}.example`,
    (index: number) => `user${index}@[192.0.2.${index}]`,
    (index: number) => `"${local}@in.example"@other${index}.example`,
  ];
  const recipients = Array.from({ length: 200 }, (_, index) => shapes[index % shapes.length]?.(index) ?? "");
  const client = await greet();
  await client.command("EHLO mx.sender.example");
  await client.command("MAIL FROM:<a@b.example>");
  for (const recipient of recipients) {
    expect(await client.command(`RCPT TO:<${recipient}>`), recipient).toMatch(/^(550 5\.7\.1|501) /);
  }
  expect(await client.command("DATA")).toMatch(/^503 /);
  client.close();
  expect(await running.renderMetrics()).toMatch(/ruaflow_smtp_rejected_recipients_total\{code="550 5.7.1"\} [1-9]/);
});

test("a connection ends after its last message", async () => {
  const client = await greet();
  await client.command("EHLO mx.sender.example");
  for (let message = 0; message < 3; message += 1) {
    await client.command("MAIL FROM:<a@b.example>");
    await client.command(`RCPT TO:<${first.mailbox}>`);
    await client.command("DATA");
    expect(await client.command(`${writeMail(writeReport("one.example"))}\r\n.`)).toMatch(/^250 /);
  }
  expect(await client.command("MAIL FROM:<a@b.example>")).toMatch(/^421 4\.7\.0 /);
  await client.readToEnd();
});

test("the eleventh recipient of a mail is refused for now", async () => {
  const client = await greet();
  await client.command("EHLO mx.sender.example");
  await client.command("MAIL FROM:<a@b.example>");
  const [local = ""] = first.mailbox.split("@");
  const replies = [];
  for (let index = 0; index < 11; index += 1)
    replies.push(await client.command(`RCPT TO:<${local}+${index}@in.example>`));
  expect(replies.map((reply) => reply.slice(0, 3))).toEqual([...Array(10).fill("250"), "452"]);
  client.close();
});

test("a mail whose sender leaves before its end is not submitted, wherever it stops", async () => {
  const before = running.received.length;
  const mail = Buffer.from(`${writeMail(writeReport("one.example"))}\r\n.\r\n`);
  for (const end of [0, 1, 30, 200, mail.length - 5, mail.length - 3, mail.length - 1]) {
    const client = await connectRaw(running);
    await beginMessage(client, { to: [first.mailbox] });
    await client.write(mail.subarray(0, end));
    await sleep(20);
    if (end % 2 === 0) client.close();
    else client.socket.resetAndDestroy();
  }
  await expect.poll(() => running.renderMetrics()).toContain('messages_total{code="aborted"} 7');
  expect(running.received.length).toBe(before);
});

test("a client that guesses mailboxes is sent away, but what it names correctly is accepted", async () => {
  const client = await connectRaw({ port: running.port, localAddress: "127.0.0.77" });
  await client.readReply();
  await client.command("EHLO mx.sender.example");
  await client.command("MAIL FROM:<a@b.example>");
  for (let guess = 0; guess < 250; guess += 1) {
    expect(await client.command(`RCPT TO:<d-${guess}@in.example>`)).toMatch(/^550 5\.1\.1 /);
  }
  expect(await client.command(`RCPT TO:<${first.mailbox}>`)).toMatch(/^250 /);
  expect(await client.command("RCPT TO:<d-250@in.example>")).toMatch(/^421 4\.7\.1 /);
  await client.readToEnd();
});
