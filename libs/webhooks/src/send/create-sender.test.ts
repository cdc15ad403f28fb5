import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { parseAddressList } from "@ruaflow/runtime/addresses";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { createWebhookSecret } from "../signature.ts";
import { startCanary } from "../testing/canary.ts";
import { type Answer, startReceiver } from "../testing/receiver.ts";
import { isDelivered } from "./attempt-outcome.ts";
import { createSender, type SenderOptions } from "./create-sender.ts";

const certificates = createTestCertificates();
const event = { eventId: "evt_1", body: Buffer.from('{"id":"evt_1"}'), secrets: [] };
const loopback = { allow: parseAddressList("127.0.0.0/8"), ca: certificates.ca };

function createTestSender(options: Partial<SenderOptions> = {}) {
  const sender = createSender({ ...loopback, ...options });
  onTestFinished(() => sender.close());
  return sender;
}

async function startTestReceiver(answer?: Answer) {
  const receiver = await startReceiver({ certificates, ...(answer && { answer }) });
  onTestFinished(() => receiver.stop());
  return receiver;
}

/** Sends one request to a receiver with this answer. */
async function send(answer: Answer, options: Partial<SenderOptions> = {}) {
  const receiver = await startTestReceiver(answer);
  return createTestSender(options).send({ url: `${receiver.url}/hook`, ...event });
}

test("a receiver gets the event's bytes and signatures that standardwebhooks verifies", async () => {
  const receiver = await startTestReceiver();
  const secret = createWebhookSecret();
  const outcome = await createTestSender().send({ url: `${receiver.url}/hook?a=b`, ...event, secrets: [secret] });
  expect(outcome).toMatchObject({ status: 204, error: null, detail: "", retryAfterMs: null });
  expect(isDelivered(outcome)).toBe(true);
  const [request] = receiver.requests;
  expect(request).toMatchObject({ path: "/hook?a=b", body: event.body });
  const headers = { ...request?.headers } as Record<string, string>;
  expect(new Webhook(secret).verify(request?.body ?? "", headers)).toEqual({ id: "evt_1" });
  expect(headers["content-type"]).toBe("application/json");
});

test.each([301, 302, 303, 307, 308])("a redirect (%i) is a response and is never followed", async (status) => {
  const canary = await startCanary();
  onTestFinished(() => canary.stop());
  const location = `https://127.0.0.1:${canary.port}/`;
  const outcome = await send((response) => response.writeHead(status, { location }).end());
  expect([outcome.status, isDelivered(outcome), canary.connections()]).toEqual([status, false, 0]);
});

test("the first 4 KiB of the response are stored, and an endless response is cut off", async () => {
  const text = await send((response) => response.end("x".repeat(5000)));
  expect(text.answer.length).toBe(4096);
  const endless = await send((response) => {
    const timer = setInterval(() => response.write("y".repeat(16_384)), 1);
    response.on("close", () => clearInterval(timer));
  });
  expect(endless).toMatchObject({ status: 200, error: null });
  expect(endless.answer.length).toBe(4096);
});

test("a response that drips byte by byte ends with the deadline", async () => {
  const outcome = await send(
    (response) => {
      const timer = setInterval(() => response.write("x"), 50);
      response.on("close", () => clearInterval(timer));
    },
    { deadlineMs: 400 },
  );
  expect(outcome).toMatchObject({ status: 200, error: "timeout" });
  expect(outcome.latencyMs).toBeLessThan(2000);
  expect(isDelivered(outcome)).toBe(false);
});

test("an attempt without a response ends with the deadline", async () => {
  expect(await send(() => undefined, { deadlineMs: 200 })).toMatchObject({ status: null, error: "timeout" });
});

test("a deadline that passes before the connection is made ends the attempt, and nothing is sent later", async () => {
  const receiver = await startTestReceiver();
  const host = Promise.withResolvers<readonly string[]>();
  const sender = createTestSender({ deadlineMs: 50, resolveHost: () => host.promise });
  const url = `https://receiver.example:${receiver.port}/`;
  expect(await sender.send({ url, ...event })).toMatchObject({ status: null, error: "timeout" });
  host.resolve(["127.0.0.1"]);
  await createTestSender({ resolveHost: () => host.promise }).send({ url, ...event, eventId: "evt_2" });
  expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).toEqual(["evt_2"]);
});

test("an interrupted response is a failure, whatever its status", async () => {
  const outcome = await send((response) => {
    response.writeHead(200, { "content-length": "10" }).write("half");
    setTimeout(() => response.destroy(), 20);
  });
  expect(outcome).toMatchObject({ status: 200, error: "answer" });
});

test("Retry-After is parsed as seconds and as a date", async () => {
  const now = () => new Date("2026-01-01T00:00:00Z");
  const ask = (value: string) =>
    send((response) => response.writeHead(503, { "retry-after": value }).end(), { now }).then((o) => o.retryAfterMs);
  expect(await ask("120")).toBe(120_000);
  expect(await ask("Thu, 01 Jan 2026 00:01:00 GMT")).toBe(60_000);
  expect(await ask("Wed, 31 Dec 2025 00:00:00 GMT")).toBe(0);
  expect(await ask("soon")).toBeNull();
});

test("a certificate of an untrusted authority is refused", async () => {
  const receiver = await startTestReceiver();
  const sender = createSender({ allow: loopback.allow });
  onTestFinished(() => sender.close());
  expect(await sender.send({ url: receiver.url, ...event })).toMatchObject({ status: null, error: "tls" });
  expect(receiver.requests).toEqual([]);
});

test("a certificate for another name is refused", async () => {
  const receiver = await startTestReceiver();
  const sender = createTestSender({ resolveHost: async () => ["127.0.0.1"] });
  const outcome = await sender.send({ url: `https://other.example.com:${receiver.port}/`, ...event });
  expect(outcome).toMatchObject({ error: "tls", detail: expect.stringContaining("ERR_TLS_CERT_ALTNAME_INVALID") });
});

test("an endpoint without TLS is reported as such", async () => {
  const server = createServer((socket) => socket.end("220 mail.example.com ESMTP\r\n")).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const outcome = await createTestSender().send({ url: `https://127.0.0.1:${port}/`, ...event });
  expect(outcome).toMatchObject({ status: null, error: "tls" });
});

test("a closed port is reported as such, without details of our network", async () => {
  const receiver = await startReceiver({ certificates });
  await receiver.stop();
  const outcome = await createTestSender().send({ url: receiver.url, ...event });
  expect(outcome).toMatchObject({ error: "connect", detail: "The host does not accept connections." });
});

test("a name without an address is reported as such", async () => {
  const resolveHost = () => Promise.reject(Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" }));
  const outcome = await createTestSender({ resolveHost }).send({ url: "https://gone.example.com/", ...event });
  expect(outcome).toMatchObject({ status: null, error: "dns" });
});

test("oversized headers are a failure", async () => {
  const outcome = await send((response) => response.writeHead(200, { "x-long": "x".repeat(60_000) }).end());
  expect(outcome).toMatchObject({ error: "answer" });
});

test("connections are reused for the same endpoint", async () => {
  const receiver = await startTestReceiver();
  const sender = createTestSender();
  for (let round = 0; round < 5; round++) await sender.send({ url: receiver.url, ...event });
  expect(receiver.requests.length).toBe(5);
  expect(receiver.connections()).toBeLessThan(5);
});

test("a machine without files for an attempt blames no receiver", async () => {
  const resolveHost = async () => {
    throw Object.assign(new Error("connect EMFILE"), { code: "EMFILE" });
  };
  const sending = createTestSender({ resolveHost }).send({ url: "https://receiver.example/hook", ...event });
  await expect(sending).rejects.toMatchObject({ code: "EMFILE" });
});
