import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUploadServer, type TestSender, type TestUploadServer } from "../testing/start-upload-server.ts";
import { writeReport } from "../testing/write-report.ts";

const DAY_MS = 86_400_000;
const UPLOADS = 50;

let server: TestUploadServer;
let sender: TestSender;

beforeAll(async () => {
  server = await startUploadServer(1024 * 1024);
  sender = await server.createOrganization("example.com");
  await server.metadata.domains.createDomain(sender.id, "waiting.example");
});

afterAll(() => server.stop());

async function send(body: Buffer): Promise<number> {
  const headers = { authorization: `Bearer ${sender.key}` };
  const response = await fetch(server.url, { method: "POST", headers, body: new Uint8Array(body) });
  await response.arrayBuffer();
  return response.status;
}

/** Deletes what may go, as the api does once a day. */
async function sweep(days: number): Promise<void> {
  const retention = { rawDays: null, quarantineDays: 90, now: new Date(Date.now() + days * DAY_MS) };
  for (let place: string | null = ""; place !== null; ) {
    place = await server.metadata.domains.discardBodiesStep(place, retention);
  }
}

async function listSubmissions() {
  const [counts] = await executeSql(
    server.databaseUrl,
    `SELECT (SELECT count(*)::int FROM submissions) AS submissions,
       (SELECT count(DISTINCT submission_id)::int FROM submission_bodies) AS bodies,
       (SELECT count(*)::int FROM submissions WHERE id NOT IN (SELECT submission_id FROM arrivals)) AS unfinished`,
  );
  return counts;
}

test("uploads that are refused while the log is away leave nothing in the end; accepted and held ones keep their bytes", async () => {
  expect([await send(writeReport("example.com")), await send(writeReport("waiting.example"))]).toEqual([202, 202]);
  const reports = Array.from({ length: UPLOADS }, () => writeReport("example.com"));
  server.setLogAway(true);
  expect(new Set(await Promise.all(reports.map(send)))).toEqual(new Set([503]));
  server.setLogAway(false);
  expect(new Set(await Promise.all(reports.map(send)))).toEqual(new Set([202]));
  const all = { submissions: 2 + 2 * UPLOADS, bodies: 2 + 2 * UPLOADS, unfinished: UPLOADS };
  expect(await listSubmissions()).toEqual(all);

  // Until then the log may still bring a report whose append seemed to fail.
  await sweep(7.9);
  expect(await listSubmissions()).toEqual(all);
  await sweep(8.1);
  expect(await listSubmissions()).toEqual({ submissions: 2 + UPLOADS, bodies: 2 + UPLOADS, unfinished: 0 });
});
