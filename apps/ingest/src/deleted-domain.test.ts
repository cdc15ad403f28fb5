import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUploadServer, type TestSender, type TestUploadServer } from "./testing/start-upload-server.ts";
import { writeReport } from "./testing/write-report.ts";

let server: TestUploadServer;
let sender: TestSender;

beforeAll(async () => {
  server = await startUploadServer(64 * 1024);
  sender = await server.createOrganization("deleted.example");
});

afterAll(() => server.stop());

async function send(domain: string, organizationId: string | null = sender.id) {
  const submission = { id: createSubmissionId(), receivedAt: new Date(), channel: "upload", name: "x" } as const;
  const body = (async function* () {
    yield writeReport(domain);
  })();
  const { state } = await server.ingest.submit({ ...submission, body }, { organizationId, addDomains: false });
  const recorded = await server.metadata.intake.readSubmission(null, submission.id);
  return [state, recorded?.bodyKept];
}

test("after the deletion of a domain the bytes of its reports are not kept for the organization, until it claims it anew", async () => {
  const { domains } = server.metadata;
  const domainId = (await domains.findDomainIds(sender.id, ["deleted.example"])).get("deleted.example") ?? "";
  expect(await send("deleted.example")).toEqual(["accepted", true]);
  expect(await send("unknown.example")).toEqual(["held", true]);
  await domains.beginDeletion(sender.id, domainId);
  expect(await send("deleted.example")).toEqual(["refused", false]);
  await domains.finishDeletions([{ organizationId: sender.id, domainId }]);
  expect(await send("mail.deleted.example")).toEqual(["refused", false]);
  expect(await send("unknown.example")).toEqual(["held", true]);
  const other = await server.createOrganization("other.example");
  expect(await send("deleted.example", other.id)).toEqual(["held", true]);
  await domains.createDomain(sender.id, "deleted.example");
  expect(await send("deleted.example")).toEqual(["held", true]);
});
