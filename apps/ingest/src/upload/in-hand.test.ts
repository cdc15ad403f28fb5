import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDoor, type TestDoor, type TestSender } from "../testing/start-door.ts";
import { writeLargeReport, writeReport } from "../testing/write-report.ts";

const MIB = 1024 * 1024;
let door: TestDoor;
let sender: TestSender;

beforeAll(async () => {
  door = await startDoor(8 * MIB, { inHandBytesMax: 4 * MIB });
  sender = await door.createOrganization("example.com");
});

afterAll(() => door.stop());

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code?: string;
  readonly data?: { readonly summary: Readonly<Record<string, number>> };
}

async function send(body: Buffer): Promise<Answer> {
  const headers = { authorization: `Bearer ${sender.key}` };
  const response = await fetch(door.url, { method: "POST", headers, body: new Uint8Array(body) });
  const answer: Omit<Answer, "status" | "retryAfter"> = JSON.parse(await response.text());
  return { status: response.status, retryAfter: response.headers.get("retry-after"), ...answer };
}

/** As a client that does what it is told, only faster. */
async function sendUntilTaken(body: Buffer, refused: Answer[]): Promise<Answer> {
  for (;;) {
    const answer = await send(body);
    if (answer.status !== 503) return answer;
    refused.push(answer);
    await sleep(100);
  }
}

/** An upload that has been announced and not yet come. */
async function startSlowUpload(headers: Record<string, string | number>) {
  const upload = request(door.url, { method: "POST", headers: { authorization: `Bearer ${sender.key}`, ...headers } });
  const status = new Promise<number | undefined>((resolve, reject) => {
    upload.on("response", (response) => resolve(response.resume().statusCode));
    upload.on("error", reject);
  });
  upload.flushHeaders();
  await sleep(100);
  return { upload, status };
}

test("64 large uploads at once: some are told to wait, and in the end each is stored exactly once", async () => {
  const bodies = Array.from({ length: 64 }, () => {
    const ballast = Buffer.alloc(300 * 1024, " ");
    return Buffer.concat([writeLargeReport("example.com", 200), ballast]);
  });
  const refused: Answer[] = [];
  const answers = await Promise.all(bodies.map((body) => sendUntilTaken(body, refused)));
  expect(answers.map(({ status, data }) => [status, data?.summary.accepted])).toEqual(bodies.map(() => [202, 1]));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ retryAfter: "5", code: "overloaded" });
  const reports = await door.readReports();
  expect(new Set(reports.map(({ reportKey }) => reportKey)).size).toBe(64);
  expect(reports.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(64 * 200);
});

test("an upload counts with its announced length from the beginning, and no longer than it lasts", async () => {
  const body = Buffer.concat([writeReport("example.com"), Buffer.alloc(3 * MIB, " ")]);
  const { upload, status } = await startSlowUpload({ "content-length": body.length });
  expect((await send(Buffer.alloc(2 * MIB, " "))).status).toBe(503);
  expect((await send(writeReport("example.com"))).status).toBe(202);
  upload.end(body);
  expect(await status).toBe(202);
  expect((await send(Buffer.concat([gzipSync(writeReport("example.com")), Buffer.alloc(3 * MIB)]))).status).toBe(202);
});

test("an upload of unknown length counts as it comes, and is ended when there is no more room", async () => {
  const first = await startSlowUpload({ "content-length": 3 * MIB });
  const second = await startSlowUpload({ "transfer-encoding": "chunked" });
  second.upload.write(Buffer.alloc(2 * MIB, " "));
  expect(await second.status).toBe(503);
  second.upload.destroy();
  first.upload.destroy();
  await first.status.catch(() => undefined);
});

test("a client that sends all of its upload before it reads gets the answer, too", async () => {
  const first = await startSlowUpload({ "content-length": 3 * MIB });
  const headers = { connection: "close", "content-length": 6 * MIB };
  const second = await startSlowUpload(headers);
  second.upload.end(Buffer.alloc(6 * MIB, " "));
  await new Promise((resolve) => second.upload.on("finish", resolve));
  expect(await second.status).toBe(503);
  first.upload.destroy();
  await first.status.catch(() => undefined);
});

test("alone, an upload may be larger than all that may be in hand", async () => {
  const body = Buffer.concat([writeReport("example.com"), Buffer.alloc(6 * MIB, " ")]);
  expect((await sendUntilTaken(body, [])).status).toBe(202);
});
