import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { UNTRUSTED_LIMITS } from "../limits.ts";
import { startUploadServer, type TestSender, type TestUploadServer } from "../testing/start-upload-server.ts";
import { writeLargeReport, writeReport } from "../testing/write-report.ts";

const MIB = 1024 * 1024;
const WITHIN = { timeout: 10_000, interval: 20 };
const FIRST_BYTES = 32 * 1024;
let server: TestUploadServer;
let sender: TestSender;
let other: TestSender;

beforeAll(async () => {
  const pace = { ...UNTRUSTED_LIMITS.pace, windowMs: 5000 };
  const limits = { inFlightBytesMax: 4 * MIB, arrivingBytesMax: 16 * MIB, turnMsMax: 3000, pace };
  server = await startUploadServer(8 * MIB, limits);
  sender = await server.createOrganization("example.com");
  other = await server.createOrganization("example.net");
});

afterAll(() => server.stop());

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code?: string;
  readonly data?: { readonly summary: Readonly<Record<string, number>> };
}

async function send(body: Buffer, { key } = sender): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(server.url, { method: "POST", headers, body: new Uint8Array(body) });
  const answer: Omit<Answer, "status" | "retryAfter"> = JSON.parse(await response.text());
  return { status: response.status, retryAfter: response.headers.get("retry-after"), ...answer };
}

/** Sends again what a slow machine answers with 503, as clients do. */
async function sendUntilTaken(body: Buffer): Promise<Answer> {
  const answer = await send(body);
  return answer.status === 503 ? sendUntilTaken(body) : answer;
}

/** A report with white space behind it. */
function pad(report: Buffer, bytes: number): Buffer {
  return Buffer.concat([report, Buffer.alloc(bytes, " ")]);
}

/** An upload that has sent its first bytes, and no more. */
function startUpload(headers: Record<string, string | number>, firstBytes = 1, { key } = sender) {
  const upload = request(server.url, { method: "POST", headers: { authorization: `Bearer ${key}`, ...headers } });
  const answer = new Promise<{ status: number | undefined; connection: string | undefined }>((resolve) => {
    upload.on("response", (response) => {
      response.resume();
      resolve({ status: response.statusCode, connection: response.headers.connection });
    });
    upload.on("error", () => resolve({ status: undefined, connection: undefined }));
  });
  upload.write(Buffer.alloc(firstBytes, " "));
  return { upload, answer };
}

/** An upload that sends a byte now and then until it is answered. */
function dawdle(headers: Record<string, string | number>, firstBytes = FIRST_BYTES) {
  const { upload, answer } = startUpload(headers, firstBytes);
  const timer = setInterval(() => upload.write(" "), 100);
  return answer.finally(() => {
    clearInterval(timer);
    upload.destroy();
  });
}

// What is ended only after its time waits together.
test.concurrent("clients that announce much and send a byte now and then hold up no one, and are ended with 408", async () => {
  const dawdling = Array.from({ length: 8 }, () => dawdle({ "content-length": 8 * MIB }));
  await sleep(300);
  const bodies = Array.from({ length: 3 }, () => pad(writeReport("example.net"), 2 * MIB));
  expect((await Promise.all(bodies.map((body) => send(body, other)))).map(({ status }) => status)).toEqual(
    bodies.map(() => 202),
  );
  expect((await send(writeReport("example.com"))).status).toBe(202);
  const ended = await Promise.all(dawdling);
  expect(ended).toEqual(dawdling.map(() => ({ status: 408, connection: "close" })));
});

test.concurrent.each([
  ["of unknown length", { "transfer-encoding": "chunked" }],
  ["with an idempotency key", { "content-length": MIB, "idempotency-key": "dawdles" }],
  ["before the first part of a form", { "content-length": MIB, "content-type": "multipart/form-data; boundary=b" }],
])("a dawdling upload %s is ended with 408, too", async (_case, headers) => {
  expect((await dawdle(headers)).status).toBe(408);
});

test.concurrent("a form that stops in a file, or between two, is ended with 408, and leaves no file", async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="f"; filename="r.xml"\r\n\r\n';
  const headers = { "content-length": MIB, "content-type": "multipart/form-data; boundary=b" };
  const texts = [`${head}${" ".repeat(200_000)}`, `${head}${writeReport("example.com")}\r\n--b\r\n`];
  const uploads = texts.map((text) => {
    const started = startUpload(headers, 0);
    started.upload.write(text);
    return started;
  });
  const answers = await Promise.all(uploads.map(({ answer }) => answer));
  expect(answers.map(({ status }) => status)).toEqual([408, 408]);
  for (const { upload } of uploads) upload.destroy();
  await vi.waitFor(async () => expect(await server.listSpool()).toEqual([]), WITHIN);
});

test.concurrent("a slow upload that keeps the least rate is taken", async () => {
  const body = pad(writeReport("example.com"), 10_000);
  const { upload, answer } = startUpload({ "content-length": body.length + 1 });
  for (let end = 0; end < body.length; end += 1500) {
    upload.write(body.subarray(end, end + 1500));
    await sleep(400);
  }
  upload.end();
  expect((await answer).status).toBe(202);
});

test("where the disk is full, the sender that holds most is answered with 503, and the others are taken", async () => {
  const greedy = [1, 2].map(() => startUpload({ "content-length": 5 * MIB }, 3.9 * MIB));
  await vi.waitFor(async () => expect(await server.countArrivingBytes()).toBeGreaterThan(7 * MIB), WITHIN);
  expect((await send(pad(writeReport("example.net"), 2 * MIB), other)).status).toBe(202);
  const answers = await Promise.all(greedy.map(({ answer }) => answer));
  expect(answers.map(({ status }) => status).sort()).toEqual([408, 503]);
  for (const { upload } of greedy) upload.destroy();
  await vi.waitFor(async () => expect(await server.countArrivingBytes()).toBe(0), WITHIN);
});

test("a sender that alone holds everything is refused more, and gets the answer even if it sends everything first", async () => {
  const first = startUpload({ "content-length": 5 * MIB }, 4.9 * MIB);
  await vi.waitFor(async () => expect(await server.countArrivingBytes()).toBeGreaterThan(4 * MIB), WITHIN);
  const refused = startUpload({ connection: "close", "content-length": 6 * MIB }, 6 * MIB);
  refused.upload.end();
  expect((await refused.answer).status).toBe(503);
  first.upload.destroy();
  await first.answer;
  await vi.waitFor(async () => expect(await server.countArrivingBytes()).toBe(0), WITHIN);
});

test("of equals that fill the disk some are refused, and not all", async () => {
  const bodies = Array.from({ length: 6 }, () => pad(writeReport("example.com"), 2 * MIB));
  const statuses = (await Promise.all(bodies.map((body) => send(body)))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 202).length).toBeGreaterThan(0);
});

test("two dozen large uploads at once wait for their turn on the disk, and each is stored exactly once", async () => {
  const bodies = Array.from({ length: 24 }, () => pad(writeLargeReport("example.com", 200), 250 * 1024));
  const before = (await server.readReports()).length;
  const answers = await Promise.all(bodies.map((body) => sendUntilTaken(body)));
  expect(answers.map(({ status, data }) => [status, data?.summary.accepted])).toEqual(bodies.map(() => [202, 1]));
  const reports = (await server.readReports()).slice(before);
  expect(new Set(reports.map(({ reportKey }) => reportKey)).size).toBe(bodies.length);
});

test("an upload whose turn does not come in time is answered with 503 and Retry-After; small ones do not wait", async () => {
  const share = await server.ingest.budget.enter(UNTRUSTED_LIMITS.inFlightBytesMax);
  const waiting = send(pad(writeReport("example.com"), MIB));
  expect((await send(writeReport("example.com"))).status).toBe(202);
  expect(await waiting).toMatchObject({ status: 503, retryAfter: "5", code: "overloaded" });
  share.leave();
});

test("a single upload may exceed the budget", async () => {
  const body = pad(writeReport("example.com"), 6 * MIB);
  expect((await send(body)).status).toBe(202);
});
