import { hash } from "node:crypto";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUploadServer, type TestSender, type TestUploadServer } from "./testing/start-upload-server.ts";
import { writeReport } from "./testing/write-report.ts";

const BODY_BYTES_MAX = 64 * 1024;

let server: TestUploadServer;
let sender: TestSender;

beforeAll(async () => {
  server = await startUploadServer(BODY_BYTES_MAX);
  sender = await server.createOrganization("example.com");
});

afterAll(() => server.stop());

async function* toBody(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function submit(bytes: Uint8Array, organizationId: string | null = sender.id) {
  const submission = { id: createSubmissionId(), receivedAt: new Date(), channel: "smtp", name: "mail" } as const;
  const result = await server.ingest.submit(
    { ...submission, body: toBody(bytes) },
    { organizationId, addDomains: false },
  );
  const recorded = await server.metadata.intake.readSubmission(null, result.submissionId);
  return { result, recorded };
}

const digest = (bytes: Uint8Array) => ({ sizeBytes: bytes.length, sha256: hash("sha256", bytes, "hex") });

const MIXED: readonly Uint8Array[] = [
  writeReport("example.com"),
  Buffer.from("Subject: hello\r\n\r\nno report\r\n"),
  writeReport("unknown.example"),
  writeReport("example.com").subarray(0, 300),
];

test("every byte string has a digest, a channel and a state, also without an organization", async () => {
  const states: string[] = [];
  for (const bytes of MIXED) {
    const { result, recorded } = await submit(bytes, null);
    expect(recorded).toMatchObject({ ...digest(bytes), channel: "smtp", state: result.state, bodyKept: true });
    states.push(result.state);
  }
  expect(states).toEqual(["accepted", "other", "refused", "refused"]);
});

test("a body beyond the limit is recorded without a digest", async () => {
  const { recorded } = await submit(Buffer.alloc(BODY_BYTES_MAX + 1));
  expect(recorded).toMatchObject({ state: "refused", sha256: null, bodyKept: false });
  expect(recorded?.outcomes).toEqual([{ outcome: "refused", reason: "too-large", entries: 1 }]);
});

test("a TLS report is kept for the owner of its domain, and found by kind and domain", async () => {
  const tlsReport = Buffer.from('{"organization-name":"x","policies":[{"policy":{"policy-domain":"example.com"}}]}');
  const { result } = await submit(tlsReport, null);
  expect(result).toMatchObject({ state: "other", entries: [{ reason: "tls-report", domain: "example.com" }] });
  const filter = { reason: "tls-report", domain: "example.com", page: 1, perPage: 10 };
  const { items, total } = await server.metadata.intake.listSubmissions(sender.id, filter);
  expect([items[0]?.id, total]).toEqual([result.submissionId, 1]);
  expect((await server.metadata.intake.readArrivals([result.submissionId]))[0]?.domainId).toMatch(/^dom_/);
});

async function readCounters(): Promise<{ received: number; states: number; deferred: number }> {
  const text = await (await fetch(new URL("/metrics", server.url))).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\d+)$`, "gm"))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return {
    received: sum("ruaflow_submissions_received_total"),
    states: sum("ruaflow_submissions_total"),
    deferred: sum("ruaflow_submissions_deferred_total"),
  };
}

test("received is the sum over the states at every scrape, also while submissions arrive and senders leave", async () => {
  const before = await readCounters();
  const inFlight = Array.from({ length: 40 }, (_, index) => submit(MIXED[index % MIXED.length] ?? Buffer.alloc(0)));
  const broken = server.ingest.submit(
    {
      id: createSubmissionId(),
      receivedAt: new Date(),
      channel: "smtp",
      name: "mail",
      body: (async function* () {
        yield Buffer.from("<feedback>");
        throw new Error("the sender left");
      })(),
    },
    { organizationId: sender.id, addDomains: false },
  );
  const refused = expect(broken).rejects.toThrow("the sender left");
  const scrapes: Awaited<ReturnType<typeof readCounters>>[] = [];
  let isDone = false;
  const scraping = (async () => {
    while (!isDone) scrapes.push(await readCounters());
  })();
  await Promise.all(inFlight);
  await refused;
  isDone = true;
  await scraping;
  scrapes.push(await readCounters());
  for (const { received, states } of scrapes) expect(states).toBe(received);
  expect(scrapes.at(-1)).toMatchObject({ received: before.received + 40, deferred: before.deferred + 1 });
});

test("a scrape says how full the disk of the data folder is", async () => {
  const text = await (await fetch(new URL("/metrics", server.url))).text();
  const read = (name: string) => Number(text.match(new RegExp(`^ruaflow_data_disk_${name} (\\S+)$`, "m"))?.[1]);
  expect(read("size_bytes")).toBeGreaterThan(0);
  expect(read("free_bytes")).toBeGreaterThan(0);
  expect(read("free_bytes")).toBeLessThanOrEqual(read("size_bytes"));
});
