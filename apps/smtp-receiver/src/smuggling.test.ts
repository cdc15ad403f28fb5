import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginMessage, connectRaw } from "./testing/raw-client.ts";
import { startTestReceiver, type TestReceiver } from "./testing/start-receiver.ts";
import { writeMail, writeReport } from "./testing/write-mail.ts";

let running: TestReceiver;
let mailbox: string;
let nextId = 0;

beforeAll(async () => {
  running = await startTestReceiver();
  ({ mailbox } = await running.addMailbox("one.example"));
});

afterAll(() => running.stop());

const BARE = ["\n", "\r", "\r\r\n", "\n\r", "\r\n\n", "\n\r\n", "\r\n\r"] as const;
/** With NUL, which is a character like any other (RFC 5321 section 4.5.2). */
const WITH_NUL = ["\0\r\n", "\r\n\0", "\r\0\n"] as const;
const ENDS = ["\r\n", ...BARE, ...WITH_NUL];
/** Without those that are the honest end of a message. */
const sequences = ENDS.flatMap((head) => ENDS.map((tail) => `${head}.${tail}`)).filter(
  (sequence) => !sequence.endsWith("\r\n.\r\n"),
);

/** A bare CR or LF anywhere refuses the whole message; otherwise the sequence is text, or ends the only message. */
function countExpected(sequence: string): number {
  return /(?<!\r)\n|\r(?!\n)/.test(sequence) ? 0 : 1;
}

function toSmuggled(id: number): string {
  const mail = writeMail(writeReport("one.example"), `smuggled ${id}`);
  return `MAIL FROM:<evil@sender.example>\r\nRCPT TO:<${mailbox}>\r\nDATA\r\n${mail}\r\n.\r\n`;
}

function toHonest(id: number): string {
  return writeMail(writeReport("one.example"), `honest ${id}`);
}

/** Sends the packets after the 354 of DATA, and waits until the server has acted on them. */
async function sendPackets(packets: readonly string[]): Promise<string> {
  const client = await connectRaw(running);
  await beginMessage(client, { to: [mailbox] });
  for (const packet of packets) {
    await client.write(packet);
    await sleep(5);
  }
  await client.write("\r\n.\r\nQUIT\r\n");
  return client.readToEnd();
}

/** The received mails whose subject ends with `id`. */
async function readNames(id: number): Promise<string[]> {
  await expect.poll(() => running.countInProgress()).toBe(0);
  return running.received.map(({ submission }) => submission.name).filter((name) => name.endsWith(` ${id}`));
}

/** Runs the tests of all sequences, as many at a time as one address may have connections. */
async function forEachSequence(run: (sequence: string, id: number) => Promise<void>): Promise<void> {
  const left = [...sequences];
  const worker = async () => {
    for (let sequence = left.pop(); sequence !== undefined; sequence = left.pop()) await run(sequence, nextId++);
  };
  await Promise.all(Array.from({ length: 15 }, worker));
}

test(`${sequences.length} sequences around a dot smuggle nothing, in one packet`, async () => {
  expect(sequences.length).toBeGreaterThanOrEqual(40);
  await forEachSequence(async (sequence, id) => {
    const replies = await sendPackets([`${toHonest(id)}${sequence}${toSmuggled(id)}`]);
    const expected = countExpected(sequence);
    expect(await readNames(id), JSON.stringify(sequence)).toEqual(Array(expected).fill(`honest ${id}`));
    if (expected === 0) expect(replies).toMatch(/^550 5\.6\.11 /);
  });
});

test("nor when each of their bytes is a packet of its own", async () => {
  await forEachSequence(async (sequence, id) => {
    await sendPackets([toHonest(id), ...sequence, toSmuggled(id)]);
    const names = await readNames(id);
    // A message that ends before the first bare character stands.
    const most = sequence.includes("\r\n.\r\n") ? 1 : countExpected(sequence);
    expect(names.length, JSON.stringify(sequence)).toBeLessThanOrEqual(most);
    expect(names, JSON.stringify(sequence)).not.toContain(`smuggled ${id}`);
    expect(names.length, JSON.stringify(sequence)).toBeGreaterThanOrEqual(countExpected(sequence));
  });
});

test("control: after CRLF.CRLF the next mail of the same packet is accepted", async () => {
  const id = nextId++;
  await sendPackets([`${toHonest(id)}\r\n.\r\n${toSmuggled(id)}`]);
  expect(await readNames(id)).toEqual([`honest ${id}`, `smuggled ${id}`]);
});

test("dots that SMTP doubles are single again, in whatever packets they arrive", async () => {
  const lines = ["Subject: dots", "", ".", "..", "...a", "a.", ""].join("\r\n");
  const stuffed = lines.replaceAll(/^\./gm, "..");
  for (const packets of [[stuffed], [...stuffed]]) {
    const client = await connectRaw(running);
    await beginMessage(client, { to: [mailbox] });
    for (const packet of packets) await client.write(packet);
    expect(await client.command("\r\n.")).toMatch(/^250 /);
    client.close();
    const id = running.received.at(-1)?.submission.id ?? "";
    const body: Uint8Array[] = [];
    for await (const part of running.metadata.intake.readSubmissionBody(id)) body.push(part);
    expect(Buffer.concat(body).toString()).toBe(`${lines}\r\n`);
  }
});

test.each([
  ["EHLO mx.sender.example\n"],
  ["EHLO mx.sender.example\r"],
  ["EHLO a\r\nNOOP\nNOOP\r\n"],
  ["EHLO a\r\nMAIL FROM:<a@b>\nRCPT TO:<x@in.example>\r\n"],
  ["EHLO a\r\n\n"],
  ["EHLO a\r\n\r\r\n"],
])("commands must end with CRLF: %j is refused, and the connection ends", async (commands) => {
  const client = await connectRaw(running);
  await client.readReply();
  await client.write(commands);
  if (commands.endsWith("\r")) await client.write("x");
  expect(await client.readToEnd()).toMatch(/550 5\.6\.11 [^\n]*\r\n$/);
});

test("a bare line feed after a mail ends the connection, and not the mail", async () => {
  const client = await connectRaw(running);
  await beginMessage(client, { to: [mailbox] });
  const id = nextId++;
  await client.write(`${toHonest(id)}\r\n.\r\n`);
  expect(await client.readReply()).toMatch(/^250 /);
  await client.write("MAIL FROM:<a@b.example>\nRCPT");
  expect(await client.readToEnd()).toMatch(/^550 5\.6\.11 /);
  expect(await readNames(id)).toEqual([`honest ${id}`]);
});
