import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { beginMessage, connectRaw, type RawClient } from "./testing/raw-client.ts";
import { startTestReceiver, type TestOptions, type TestReceiver } from "./testing/start-receiver.ts";
import { writeMail, writeReport } from "./testing/write-mail.ts";

const KIB = 1024;
const MIB = KIB * KIB;

let running: TestReceiver;
let mailbox: string;
let clients: RawClient[];

async function start(options: TestOptions = {}): Promise<void> {
  clients = [];
  running = await startTestReceiver(options);
  ({ mailbox } = await running.addMailbox("one.example"));
}

afterEach(async () => {
  for (const client of clients) client.close();
  await running.stop();
});

async function open(localAddress = "127.0.0.1"): Promise<RawClient> {
  const client = await connectRaw({ port: running.port, localAddress });
  clients.push(client);
  return client;
}

/** Sends a mail and returns how long that took, and the reply. */
async function sendGood(localAddress: string): Promise<{ readonly ms: number; readonly reply: string }> {
  const startedAt = performance.now();
  const client = await open(localAddress);
  await beginMessage(client, { to: [mailbox] });
  const reply = await client.command(`${writeMail(writeReport("one.example"))}\r\n.`);
  client.close();
  return { ms: performance.now() - startedAt, reply };
}

async function readMetric(name: string): Promise<number> {
  const line = (await running.renderMetrics()).split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}

/** A message of exactly `bytes` bytes as RFC 1870 counts them. */
function writeMessage(bytes: number): string {
  const line = `${"a".repeat(76)}\r\n`;
  const rest = bytes % line.length;
  const last = rest < 2 ? `${"a".repeat(line.length + rest - 2)}\r\n` : `${"a".repeat(rest - 2)}\r\n`;
  return line.repeat(Math.floor((bytes - last.length) / line.length)) + last;
}

test("a message of exactly the limit is accepted, one byte more is refused with 552", async () => {
  await start({ limits: { messageBytesMax: 100_000 } });
  for (const [bytes, code] of [
    [100_000, /^250 /],
    [100_001, /^552 5\.3\.4 /],
  ] as const) {
    expect(writeMessage(bytes).length).toBe(bytes);
    const client = await open();
    await beginMessage(client, { to: [mailbox] });
    await client.write(`${writeMessage(bytes)}.\r\n`);
    expect(await client.readReply()).toMatch(code);
  }
  expect(running.received.length).toBe(1);
});

test("a size that is announced beyond the limit is refused at once", async () => {
  await start();
  const client = await open();
  await client.readReply();
  await client.command("EHLO mx.sender.example");
  expect(await client.command(`MAIL FROM:<a@b.example> SIZE=${20 * MIB + 1}`)).toMatch(/^552 /);
});

test("of 1 GB of DATA no more is read than the limit and 64 KiB", async () => {
  await start({ limits: { messageBytesMax: 2 * MIB } });
  const client = await open();
  await beginMessage(client, { to: [mailbox] });
  const before = await readMetric("ruaflow_smtp_received_bytes_total");
  const line = Buffer.from(`${"a".repeat(1022)}\r\n`.repeat(64));
  let sentBytes = 0;
  while (sentBytes < 1024 * MIB && !client.socket.destroyed) {
    await Promise.race([client.write(line), client.readToEnd()]);
    sentBytes += line.length;
  }
  expect(await client.readToEnd()).toMatch(/^552 5\.3\.4 /);
  expect(sentBytes).toBeLessThan(100 * MIB);
  const read = (await readMetric("ruaflow_smtp_received_bytes_total")) - before;
  expect(read).toBeGreaterThan(2 * MIB);
  expect(read).toBeLessThanOrEqual(2 * MIB + 64 * KIB);
  // Counted when the session ends, a moment after its reply.
  await expect.poll(() => readMetric('ruaflow_smtp_messages_total{code="552 5.3.4"}')).toBe(1);
  expect(running.received.length).toBe(0);
});

test("a client that goes on sending before it reads still gets the reply to a message that is too large", async () => {
  await start({ limits: { messageBytesMax: 100_000 } });
  const client = await open();
  await beginMessage(client, { to: [mailbox] });
  client.socket.pause();
  await client.write(writeMessage(MIB));
  await expect.poll(() => readMetric('ruaflow_smtp_closed_total{reason="too-large"}')).toBe(1);
  await client.write("a".repeat(1000));
  await sleep(10);
  await client.write("a".repeat(1000));
  client.socket.resume();
  expect(await client.readToEnd()).toMatch(/^552 5\.3\.4 /);
});

test("a mail that ingest itself finds too large is refused, for its bytes are not kept", async () => {
  await start({ ingestBytesMax: 10_000 });
  const client = await open();
  await beginMessage(client, { to: [mailbox] });
  await client.write(`${writeMessage(200_000)}.\r\n`);
  expect(await client.readReply()).toMatch(/^552 5\.3\.4 /);
});

test("a command of more than 4 KiB ends the connection", async () => {
  await start();
  const client = await open();
  await client.readReply();
  expect(await client.command(`NOOP ${"a".repeat(4000)}`)).toMatch(/^250 /);
  await client.write(`NOOP ${"a".repeat(5000)}`);
  expect(await client.readToEnd()).toMatch(/^421 /);
});

test("one address has 20 connections, and others are not affected; an IPv6 /64 would be one address", async () => {
  await start();
  for (let index = 0; index < 20; index += 1) expect(await (await open()).readReply()).toMatch(/^220 /);
  expect(await (await open()).readReply()).toMatch(/^421 4\.7\.0 /);
  expect(await (await open("127.0.0.2")).readReply()).toMatch(/^220 /);
  clients[0]?.close();
  await expect.poll(() => readMetric("ruaflow_smtp_connections")).toBe(20);
  expect(await (await open()).readReply()).toMatch(/^220 /);
});

test("connections that are reset at any moment leave nothing behind", async () => {
  await start({ limits: { connectionsPerAddressMax: 1000, connectionsMax: 1000 } });
  const reset = async (afterMs: number) => {
    const client = await open();
    if (afterMs > 0) await sleep(afterMs);
    client.socket.resetAndDestroy();
  };
  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 40 }, (_, index) => reset(index * 4)));
  await vi.waitFor(async () => expect(await readMetric("ruaflow_smtp_connections")).toBe(0), { timeout: 10_000 });
  expect((await sendGood("127.0.0.1")).reply).toMatch(/^250 /);
});

test("a silent connection is closed, and so is one that sends its mail too slowly, or never completes one", async () => {
  const pace = { bytesPerSecondMin: 1024, windowMs: 1000, waitMsMax: 60_000 };
  await start({ limits: { idleMsMax: 300, transactionMsMax: 2500 }, ingestLimits: { pace } });
  const silent = await open();
  const slow = await open();
  const chatty = await open();
  await beginMessage(slow, { to: [mailbox] });
  await chatty.readReply();
  let isDone = false;
  const dripping = (async () => {
    while (!isDone) {
      await Promise.all([slow.write("a"), chatty.write("NOOP\r\n")]);
      await sleep(50);
    }
  })();
  expect(await silent.readToEnd()).toMatch(/421 /);
  expect(await slow.readToEnd()).toMatch(/^421 4\.4\.2 /);
  expect(await chatty.readToEnd()).toMatch(/421 4\.4\.2 [^\n]*\r\n$/);
  isDone = true;
  await dripping;
  expect(await readMetric('ruaflow_smtp_closed_total{reason="too-slow"}')).toBe(2);
});

test("a full server closes a connection of the network with most of them, not the oldest of all", async () => {
  await start({ limits: { connectionsMax: 3 } });
  const alone = await open("127.0.0.1");
  const oldest = await open("127.0.0.2");
  const youngest = await open("127.0.0.2");
  for (const client of [alone, oldest, youngest]) expect(await client.readReply()).toMatch(/^220 /);
  const next = await open("127.0.0.3");
  expect(await next.readReply()).toMatch(/^220 /);
  expect(await oldest.readToEnd()).toMatch(/^421 4\.3\.2 /);
  for (const client of [alone, youngest, next]) expect(await client.command("NOOP")).toMatch(/^250 /);
});

test("500 slow connections leave good mail a p95 under 2 s", { timeout: 60_000 }, async () => {
  await start();
  let isDone = false;
  const drip = async (index: number) => {
    while (!isDone) {
      try {
        const client = await open(`127.0.1.${1 + (index % 25)}`);
        await client.readReply();
        for (const byte of `EHLO ${"slow".repeat(100)}`) {
          if (isDone || client.socket.destroyed) break;
          await client.write(byte);
          await sleep(300);
        }
      } catch {
        await sleep(200);
      }
    }
  };
  const attackers = Array.from({ length: 500 }, (_, index) => drip(index));
  await sleep(3000);
  const times: number[] = [];
  for (let mail = 0; mail < 40; mail += 1) {
    const { ms, reply } = await sendGood("127.0.0.9");
    expect(reply).toMatch(/^250 /);
    times.push(ms);
  }
  expect(await readMetric("ruaflow_smtp_connections")).toBeGreaterThan(150);
  isDone = true;
  for (const client of clients) client.close();
  await Promise.all(attackers);
  const p95 = times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  expect(p95).toBeLessThan(2000);
});
