import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUploadServer, type TestSender, type TestUploadServer } from "../testing/start-upload-server.ts";
import { writeLargeReport, writeReport } from "../testing/write-report.ts";

const MIB = 1024 * 1024;
let server: TestUploadServer;
let sender: TestSender;

beforeAll(async () => {
  server = await startUploadServer(8 * MIB, { inFlightBytesMax: 4 * MIB });
  sender = await server.createOrganization("example.com");
});

afterAll(() => server.stop());

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code?: string;
  readonly data?: { readonly summary: Readonly<Record<string, number>> };
}

async function send(body: Buffer): Promise<Answer> {
  const headers = { authorization: `Bearer ${sender.key}` };
  const response = await fetch(server.url, { method: "POST", headers, body: new Uint8Array(body) });
  const answer: Omit<Answer, "status" | "retryAfter"> = JSON.parse(await response.text());
  return { status: response.status, retryAfter: response.headers.get("retry-after"), ...answer };
}

/** A client that retries as it should, only faster. */
async function sendUntilTaken(body: Buffer, refused: Answer[]): Promise<Answer> {
  for (;;) {
    const answer = await send(body);
    if (answer.status !== 503) return answer;
    refused.push(answer);
    await sleep(100);
  }
}

/** An upload whose headers were sent but not its body. */
function startSlowUpload(headers: Record<string, string | number>) {
  const upload = request(server.url, {
    method: "POST",
    headers: { authorization: `Bearer ${sender.key}`, ...headers },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    upload.on("response", (response) => resolve(response.resume().statusCode));
    upload.on("error", reject);
  });
  upload.flushHeaders();
  return { upload, status };
}

/** A slow upload that counts: there is no room for 2 MiB more. One that the server takes up late is begun again. */
async function startCountedUpload(bytes = 3 * MIB) {
  for (;;) {
    const slow = startSlowUpload({ "content-length": bytes });
    await sleep(100);
    if ((await send(Buffer.alloc(2 * MIB, " "))).status === 503) return slow;
    slow.upload.destroy();
    await slow.status.catch(() => undefined);
  }
}

test("64 large uploads at once: some are answered with 503, and in the end each is stored exactly once", async () => {
  const bodies = Array.from({ length: 64 }, () => {
    const ballast = Buffer.alloc(300 * 1024, " ");
    return Buffer.concat([writeLargeReport("example.com", 200), ballast]);
  });
  const refused: Answer[] = [];
  const answers = await Promise.all(bodies.map((body) => sendUntilTaken(body, refused)));
  expect(answers.map(({ status, data }) => [status, data?.summary.accepted])).toEqual(bodies.map(() => [202, 1]));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ retryAfter: "5", code: "overloaded" });
  const reports = await server.readReports();
  expect(new Set(reports.map(({ reportKey }) => reportKey)).size).toBe(64);
  expect(reports.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(64 * 200);
});

test("an upload counts with its announced length from its start to its end", async () => {
  const body = Buffer.concat([writeReport("example.com"), Buffer.alloc(3 * MIB, " ")]);
  const { upload, status } = await startCountedUpload(body.length);
  expect((await send(writeReport("example.com"))).status).toBe(202);
  upload.end(body);
  expect(await status).toBe(202);
  expect((await send(Buffer.concat([gzipSync(writeReport("example.com")), Buffer.alloc(3 * MIB)]))).status).toBe(202);
});

test("an upload of unknown length counts as it arrives, and is ended when the budget is used up", async () => {
  const first = await startCountedUpload();
  const second = startSlowUpload({ "transfer-encoding": "chunked" });
  second.upload.write(Buffer.alloc(2 * MIB, " "));
  expect(await second.status).toBe(503);
  second.upload.destroy();
  first.upload.destroy();
  await first.status.catch(() => undefined);
});

test("a client that sends its whole upload before it reads also gets the answer", async () => {
  const first = await startCountedUpload();
  const headers = { connection: "close", "content-length": 6 * MIB };
  const second = startSlowUpload(headers);
  second.upload.end(Buffer.alloc(6 * MIB, " "));
  await new Promise((resolve) => second.upload.on("finish", resolve));
  expect(await second.status).toBe(503);
  first.upload.destroy();
  await first.status.catch(() => undefined);
});

test("a single upload may exceed the budget", async () => {
  const body = Buffer.concat([writeReport("example.com"), Buffer.alloc(6 * MIB, " ")]);
  expect((await sendUntilTaken(body, [])).status).toBe(202);
});
