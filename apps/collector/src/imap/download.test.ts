import { setTimeout as sleep } from "node:timers/promises";
import { noMetrics } from "@ruaflow/runtime/metrics";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createCollector } from "../collector.ts";
import { BODY_BYTES_MAX, startIngest, type TestIngest, writeMail, writeReport } from "../testing/start-ingest.ts";
import { type ScriptedMessage, type ScriptedServer, startScriptedServer } from "../testing/start-scripted-server.ts";
import { parseImapAccounts } from "./account.ts";
import { createImapSource } from "./imap-source.ts";

/** The library asks for pieces of this size. */
const PIECE_BYTES = 64 * 1024;
const WITHIN = { timeout: 20_000 };
const LUNCH = Buffer.from("Subject: lunch\r\n\r\nAt noon?\r\n");

let running: TestIngest;
let server: ScriptedServer;
let collector: ReturnType<typeof createCollector>;

let reportsBefore = 0;

beforeAll(async () => {
  running = await startIngest();
});

afterAll(() => running.stop());

afterEach(async () => {
  await collector.stop();
  server.stop();
});

async function collect(...messages: readonly ScriptedMessage[]): Promise<void> {
  server = await startScriptedServer({ messages });
  reportsBefore = running.readReportIds().length;
  const account = { host: "127.0.0.1", port: server.port, tls: "off", user: "a", password: "b" };
  const sources = parseImapAccounts(JSON.stringify([account])).map((one) => createImapSource(one, running.logger));
  collector = createCollector({ ...running, metrics: noMetrics, sources, everyMs: 100, retryMs: 50 });
}

const listFolders = () => [...server.folders.values()];
const honest = (mail: Buffer): ScriptedMessage => ({ mail, stated: mail.length });
const countReports = () => new Set(running.readReportIds().slice(reportsBefore)).size;

/** A mail of several pieces, with a report that is whole in the first of them and another one at its end. */
function writeLargeMail(...seeds: readonly number[]): Buffer {
  const parts = seeds.map((seed) => {
    const body = writeReport(seed).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
    const head = `--b\r\nContent-Type: application/xml; name="${seed}.xml"\r\nContent-Transfer-Encoding: base64`;
    return `${head}\r\n\r\n${body}\r\n--b\r\nContent-Type: text/plain\r\n\r\n${"-".repeat(PIECE_BYTES)}\r\n`;
  });
  const head = `From: a@b.example\r\nSubject: two reports\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"`;
  return Buffer.from(`${head}\r\n\r\n${parts.join("")}--b--\r\n`);
}

/** The script of a server that errs in the piece at an offset, the first `times` times. */
const err = (mail: Buffer, answer: (piece: Buffer) => Buffer | null, { at = 0, times = 1 } = {}): ScriptedMessage => ({
  ...honest(mail),
  answer: (piece, request) => (request.start === at && request.times <= times ? answer(piece) : piece),
});

test("messages that come whole are read once and moved", async () => {
  await collect(honest(writeMail(1)), honest(LUNCH), honest(writeLargeMail(2, 3)));
  await expect.poll(listFolders, WITHIN).toEqual(["Processed", "Rejected", "Processed"]);
  expect(countReports()).toBe(3);
  expect(server.fetches.filter((one) => one === "1 0")).toHaveLength(1);
});

test.each<[string, (piece: Buffer) => Buffer | null, number]>([
  ["a short piece at first", (piece) => piece.subarray(0, 100), 0],
  ["nothing at first", () => null, 0],
  ["an empty piece at first", () => Buffer.alloc(0), 0],
  ["a short piece in the middle", (piece) => piece.subarray(0, 100), PIECE_BYTES],
  ["NIL in the middle", () => null, PIECE_BYTES],
  ["an empty piece in the middle", () => Buffer.alloc(0), PIECE_BYTES],
  ["NIL for the last piece", () => null, 2 * PIECE_BYTES],
])("a message of which the server gives %s stays, is read again, and loses nothing", async (_, answer, at) => {
  // Longer than the library's own patience with empty answers.
  await collect(err(writeLargeMail(4, 5), answer, { at, times: 4 }), honest(writeMail(6)));
  await expect.poll(listFolders, WITHIN).toEqual(["Processed", "Processed"]);
  expect(countReports()).toBe(3);
});

test.each<[string, (piece: Buffer) => Buffer | null, number]>([
  ["NIL", () => null, PIECE_BYTES],
  ["half of its end", (piece) => piece.subarray(0, piece.length / 2), 2 * PIECE_BYTES],
])("a message whose piece is %s every time stays where it is, and blocks no other", async (_, answer, at) => {
  const always = { at, times: Infinity };
  const broken = [4, 5, 6, 7].map((seed) => err(writeLargeMail(seed, seed + 10), answer, always));
  await collect(...broken, honest(writeMail(8)), honest(LUNCH));
  await expect.poll(() => listFolders().slice(4), WITHIN).toEqual(["Processed", "Rejected"]);
  await sleep(1000);
  expect(listFolders().slice(0, 4)).toEqual(["INBOX", "INBOX", "INBOX", "INBOX"]);
});

test("a message of which more lies behind the end that the server gives every time stays, though its report is whole", async () => {
  const mail = Buffer.concat([writeMail(9), Buffer.from("\r\n".repeat(PIECE_BYTES))]);
  const answer = (piece: Buffer) => piece.subarray(0, -1);
  await collect(err(mail, answer, { at: PIECE_BYTES, times: Infinity }), honest(writeMail(8)));
  await expect.poll(() => listFolders()[1], WITHIN).toBe("Processed");
  await sleep(500);
  expect(listFolders()[0]).toBe("INBOX");
});

test("a message that is not the same twice stays", async () => {
  const answer = (piece: Buffer, { start, times }: { start: number; times: number }) =>
    start === 0 ? Buffer.concat([Buffer.from(`X-Times: ${times}\r\n`), piece]).subarray(0, PIECE_BYTES) : piece;
  const mail = writeMail(9);
  await collect({ mail, stated: mail.length, answer }, honest(writeMail(8)));
  await expect.poll(() => listFolders()[1], WITHIN).toBe("Processed");
  await sleep(500);
  expect(listFolders()[0]).toBe("INBOX");
});

test("a message that ends at a piece's end every time is not taken for whole: its last part is missing", async () => {
  const mail = writeLargeMail(4, 5);
  const cut = mail.indexOf("--b\r\nContent-Type: application/xml", 100);
  await collect({ mail: mail.subarray(0, cut), stated: mail.length });
  await expect.poll(() => server.fetches.length, WITHIN).toBeGreaterThan(4);
  expect(listFolders()).toEqual(["INBOX"]);
});

test.each([
  ["too small", (bytes: number) => Math.ceil(bytes * 0.9)],
  ["too large", (bytes: number) => bytes + 517],
  ["nowhere", () => null],
])(
  "a size that is stated %s, as Exchange estimates it, keeps no report out: the message is read twice",
  async (_, state) => {
    const mails = [writeMail(1), writeLargeMail(2, 3)];
    await collect(...mails.map((mail) => ({ mail, stated: state(mail.length) })));
    await expect.poll(listFolders, WITHIN).toEqual(["Processed", "Processed"]);
    expect(countReports()).toBe(3);
    expect(server.fetches.filter((one) => one === "1 0")).toHaveLength(2);
  },
);

test("a message without a report is not moved to the rejected ones while its size is not the stated one", async () => {
  const cut = writeMail(1).subarray(0, 700);
  await collect({ mail: LUNCH, stated: LUNCH.length + 1 }, { mail: cut, stated: 2000 }, honest(LUNCH));
  await expect.poll(() => listFolders()[2], WITHIN).toBe("Rejected");
  await sleep(1000);
  expect(listFolders()).toEqual(["INBOX", "INBOX", "Rejected"]);
  // It is left for an hour, not read over and over.
  expect(server.fetches.filter((one) => one === "1 0")).toHaveLength(2);
});

test("a message beyond the limit is rejected by its stated size, and left where the server states less", async () => {
  const large = Buffer.concat([writeMail(1), Buffer.alloc(2 * BODY_BYTES_MAX, "x".repeat(70).concat("\r\n"))]);
  await collect(honest(large), { mail: large, stated: large.length - BODY_BYTES_MAX - 70_000 });
  await expect.poll(() => listFolders()[0], WITHIN).toBe("Rejected");
  await sleep(500);
  expect(listFolders()[1]).toBe("INBOX");
});
