import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { beginMessage, connectRaw, type RawClient } from "./testing/raw-client.ts";
import { startTestReceiver, type TestOptions, type TestReceiver } from "./testing/start-receiver.ts";
import { writeMail, writeReport } from "./testing/write-mail.ts";

const MIB = 1024 * 1024;
const WITHIN = { timeout: 10_000 };
const LINE = `${"a".repeat(76)}\r\n`;

let running: TestReceiver;
let mailbox: string;
const clients: RawClient[] = [];

async function start(options: TestOptions = {}): Promise<void> {
  running = await startTestReceiver(options);
  ({ mailbox } = await running.addMailbox("one.example"));
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await running.stop();
});

async function open(localAddress: string): Promise<RawClient> {
  const client = await connectRaw({ port: running.port, localAddress });
  clients.push(client);
  await beginMessage(client, { to: [mailbox] });
  return client;
}

/** A mail that has sent so much at once, and then next to nothing. */
async function dawdle(localAddress: string, bytes: number): Promise<RawClient> {
  const client = await open(localAddress);
  await client.write(LINE.repeat(bytes / LINE.length));
  return client;
}

/** Sends a whole mail; returns the reply. */
async function send(localAddress: string, ballastBytes = 0): Promise<string> {
  const client = await open(localAddress);
  const ballast = LINE.repeat(ballastBytes / LINE.length);
  return client.command(`${writeMail(writeReport("one.example"))}\r\n${ballast}.`);
}

test("67 MB of mails that then send nothing more hold up no other mail", async () => {
  await start();
  await Promise.all([1, 2, 3].map((host) => dawdle(`127.0.5.${host}`, 19 * MIB)));
  await Promise.all(Array.from({ length: 120 }, (_, index) => dawdle(`127.0.5.${4 + (index % 8)}`, 80)));
  const startedAt = performance.now();
  for (let mail = 0; mail < 10; mail += 1) expect(await send("127.0.6.1")).toMatch(/^250 /);
  expect(await send("127.0.6.1", 3 * MIB)).toMatch(/^250 /);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test("a mail that arrives too slowly is ended with 421, whatever it has sent before, and leaves nothing", async () => {
  await start({ ingestLimits: { pace: { bytesPerSecondMin: 1024, windowMs: 1000, waitMsMax: 60_000 } } });
  const dawdling = await Promise.all([10_000, 5 * MIB].map((bytes) => dawdle("127.0.5.1", bytes)));
  for (const client of dawdling) expect(await client.readToEnd()).toMatch(/^421 4\.4\.2 /);
  await vi.waitFor(async () => expect(await running.renderMetrics()).toMatch(/^ruaflow_arriving_bytes 0$/m), WITHIN);
  expect(await running.renderMetrics()).toContain('ruaflow_arrivals_ended_total{kind="mail",reason="too-slow"} 2');
});

test("a mail that keeps the least rate is taken, however long a pause it makes", async () => {
  await start({ ingestLimits: { pace: { bytesPerSecondMin: 1024, windowMs: 2000, waitMsMax: 60_000 } } });
  const client = await open("127.0.5.1");
  const mail = writeMail(writeReport("one.example"));
  await client.write(mail);
  for (let round = 0; round < 4; round += 1) {
    await client.write(LINE.repeat(30));
    await sleep(800);
  }
  expect(await client.command(".")).toMatch(/^250 /);
});

test("where the disk is full, a mail of the neighbourhood that holds most is sent away with 452, and others are taken", async () => {
  await start({ ingestLimits: { arrivingBytesMax: 16 * MIB } });
  const greedy = await Promise.all([1, 2].map((host) => dawdle(`127.0.5.${host}`, 3.9 * MIB)));
  expect(await send("127.0.6.1", 2 * MIB)).toMatch(/^250 /);
  // On a busy machine the other one may be found too slow first.
  expect(await Promise.race(greedy.map((client) => client.readToEnd()))).toMatch(/^452 4\.3\.1 |^421 4\.4\.2 /);
  expect(await send("127.0.5.3")).toMatch(/^250 /);
});
