import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import type { FloodOptions } from "./testing/flood.ts";
import { beginMessage, connectRaw } from "./testing/raw-client.ts";
import { startTestReceiver, type TestReceiver } from "./testing/start-receiver.ts";
import { writeMail, writeReport } from "./testing/write-mail.ts";

const SOCKETS = 2000;
const KNOWN = ["127.10.1.1", "127.10.2.1", "127.10.3.1"];

let running: TestReceiver;
let mailbox: string;
let flood: Worker | undefined;

async function start(): Promise<void> {
  running = await startTestReceiver();
  ({ mailbox } = await running.addMailbox("one.example"));
}

afterEach(async () => {
  await flood?.terminate();
  await running.stop();
});

async function startFlood(options: Omit<FloodOptions, "port" | "sockets" | "reconnectAfterMs">): Promise<void> {
  const workerData: FloodOptions = { port: running.port, sockets: SOCKETS, reconnectAfterMs: 100, ...options };
  flood = new Worker(new URL("./testing/flood.ts", import.meta.url), { workerData });
  await sleep(4000);
}

/** Whether a mail was accepted at the first attempt. */
async function send(localAddress: string): Promise<boolean> {
  try {
    const client = await connectRaw({ port: running.port, localAddress });
    await beginMessage(client, { to: [mailbox] });
    const reply = await client.command(`${writeMail(writeReport("one.example"))}\r\n.`);
    client.close();
    return reply.startsWith("250");
  } catch {
    return false;
  }
}

async function countAccepted(addresses: readonly string[]): Promise<number> {
  let accepted = 0;
  for (const address of addresses) accepted += Number(await send(address));
  return accepted;
}

const FEW = Array.from({ length: 100 }, (_, index) => `127.20.${index % 4}.${1 + (index >> 2)}`);
const MANY = Array.from({ length: SOCKETS }, (_, index) => `127.${30 + (index >> 8)}.${index & 255}.1`);

test.each([
  ["four neighbourhoods", FEW, ""],
  ["2,000 neighbourhoods that greet back", MANY, "EHLO flood.example\r\n"],
])(
  "under a flood of 2,000 connections from %s, each mail of a known sender passes at once",
  {
    timeout: 90_000,
  },
  async (_name, addresses, says) => {
    await start();
    expect(await countAccepted(KNOWN)).toBe(KNOWN.length);
    await startFlood({ addresses, says });
    const mails = Array.from({ length: 12 }, (_, index) => KNOWN[index % KNOWN.length] ?? "");
    expect(await countAccepted(mails)).toBe(mails.length);
  },
);
