import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createLogger } from "@ruaflow/runtime/logging";
import { afterEach, expect, test } from "vitest";
import { type ScriptedServer, startScriptedServer } from "../testing/start-scripted-server.ts";
import { parseImapAccounts } from "./account.ts";
import type { AnswerLimitsOptions } from "./answer-limits.ts";
import { createImapSource } from "./imap-source.ts";

const MAIL = Buffer.from("Subject: lunch\r\n\r\nAt noon?\r\n");
const MIB = 2 ** 20;

let server: ScriptedServer;
let source: ReturnType<typeof createImapSource>;
let sent = 0;

afterEach(async () => {
  await source.close();
  server.stop();
});

/** Sends the same bytes as long as the connection lasts; `everyMs` 0: as fast as they are taken. */
async function flood(socket: Socket, bytes: Buffer, everyMs = 0): Promise<void> {
  for (; !socket.destroyed; sent += bytes.length) {
    await new Promise<unknown>((resolve) => socket.write(bytes, resolve));
    if (everyMs > 0) await sleep(everyMs);
  }
}

/** A server that does something else than to answer a command; `false`: this time it answers. */
async function start(name: string, act: (socket: Socket) => unknown, limits: AnswerLimitsOptions = {}): Promise<void> {
  sent = 0;
  const onCommand = (command: string, socket: Socket) => command.startsWith(name) && act(socket) !== false;
  server = await startScriptedServer({ messages: [{ mail: MAIL, stated: MAIL.length }], onCommand });
  const account = { host: "127.0.0.1", port: server.port, tls: "off", user: "a", password: "b" };
  const [one] = parseImapAccounts(JSON.stringify([account]));
  if (one === undefined) throw new Error("there is an account");
  source = createImapSource(one, createLogger({ app: "test", level: "silent" }), limits);
}

/** Reads all waiting messages, and moves them. */
async function readAll(): Promise<void> {
  for await (const item of source.list(new AbortController().signal)) {
    for await (const _ of item.open());
    await item.acknowledge({ submissionId: "sub", state: "accepted", entries: [], mails: 0 });
  }
}

const LINES = Buffer.from(`* OK ${"still working on it ".repeat(50)}\r\n`.repeat(50));
const COUNTS = Buffer.from("* 5 EXISTS\r\n* 4 EXISTS\r\n".repeat(2000));
const COMMANDS = ["LOGIN", "CREATE", "SELECT", "UID SEARCH", "UID FETCH", "UID MOVE"];

test.each(COMMANDS)(
  "endless lines in place of an answer to %s end the connection",
  async (command) => {
    await start(command, (socket) => void flood(socket, LINES));
    await expect(readAll()).rejects.toThrow("the mail server sends more than it was asked for");
    await expect.poll(() => server.countOpen()).toBe(0);
    // Of an answer to a list of messages the most is allowed.
    expect(sent).toBeLessThan(100 * MIB);
  },
  60_000,
);

test("endless lines between two commands end the connection", async () => {
  await start("NOOP", (socket) => void flood(socket, COUNTS));
  await readAll();
  // The library asks with NOOP where the server has no IDLE.
  await expect.poll(() => server.countOpen(), { timeout: 20_000 }).toBe(0);
  expect(sent).toBeLessThan(64 * MIB);
}, 30_000);

test.each([
  ["lines", Buffer.from("* OK still working on it\r\n")],
  ["bytes of a line", Buffer.from("x")],
])("endless slow %s in place of an answer end the connection", async (_, bytes) => {
  await start("UID SEARCH", (socket) => void flood(socket, bytes, 20), { answerMsMax: 500 });
  await expect(readAll()).rejects.toThrow("the mail server has not ended its answer within 0.5 s");
  await expect.poll(() => server.countOpen()).toBe(0);
});

test("an endless literal ends the connection", async () => {
  const literal = Buffer.concat([Buffer.from("* 1 FETCH (BODY[] {60000000}\r\n"), Buffer.alloc(MIB)]);
  await start("UID SEARCH", (socket) => {
    socket.write(literal);
    void flood(socket, Buffer.alloc(MIB));
  });
  await expect(readAll()).rejects.toThrow("the mail server sends more than it was asked for");
  expect(sent).toBeLessThan(128 * MIB);
}, 30_000);

test("after its end a connection is made anew", async () => {
  let isBroken = true;
  await start("UID SEARCH", (socket) => isBroken && void flood(socket, LINES));
  await expect(readAll()).rejects.toThrow("sends more");
  isBroken = false;
  await readAll();
  expect(server.folders.get(1)).toBe("Processed");
});
