import { afterAll, beforeAll, expect, test } from "vitest";
import { startUploadServer, type TestSender, type TestUploadServer } from "./testing/start-upload-server.ts";
import { writeReport } from "./testing/write-report.ts";

let server: TestUploadServer;
let sender: TestSender;

beforeAll(async () => {
  server = await startUploadServer(1024 * 1024);
  sender = await server.createOrganization("example.com");
});

afterAll(() => server.stop());

const report = (id: string, from: RegExp, to: string) =>
  writeReport("example.com", { id }).toString().replace(from, to);
const record = /<record>[\s\S]*<\/record>/;

test.each([
  ["whose records are all unusable says so", report("r-1", /192\.0\.2\.1/, "unknown"), "no-usable-record"],
  ["of nothing is not called broken", report("r-2", record, ""), null],
  ["with a usable record beside another is not", report("r-3", record, "<record><row/></record>$&"), null],
])("a submission of a report %s", async (_, body, reason) => {
  const headers = { authorization: `Bearer ${sender.key}` };
  const response = await fetch(server.url, { method: "POST", headers, body });
  const { data } = (await response.json()) as { data: { entries: readonly { submission_id: string }[] } };
  const [entry] = data.entries;
  expect(entry).toMatchObject({ outcome: "accepted", reason });
  const { items } = await server.metadata.intake.listSubmissions(sender.id, { page: 1, perPage: 9 });
  const outcomes = items.find(({ id }) => id === entry?.submission_id)?.outcomes;
  expect(outcomes).toEqual([{ outcome: "accepted", reason, entries: 1 }]);
});
