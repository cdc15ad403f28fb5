import { startApi, type TestApi, type TestOrganization } from "@ruaflow/api/testing";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDeletions } from "../testing/index.ts";

interface DomainBody {
  readonly data: { readonly settings: { readonly raw_retention_days: number | null } };
}

// For the keeper, too: by the machine's clock it would delete more.
const now = () => new Date("2026-10-15T23:00:00Z");

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi({ now });
  organization = await api.createOrganization();
});

afterAll(() => api.stop());

/** A stored report whose XML is kept. */
async function storeRaw(domain: { readonly id: string; readonly name: string }, day: string): Promise<string> {
  const submissionId = createSubmissionId();
  const facts = { organizationId: organization.id, channel: "upload", name: "x", receivedAt: now() } as const;
  await api.metadata.intake.archiveSubmissions([{ ...facts, id: submissionId, body: Buffer.from("<feedback/>") }]);
  return organization.storeReport({ domain, day, submissionId });
}

const download = async (id: string) => (await organization.ask({ url: `/api/v1/reports/${id}/raw` })).status;

test("raw_retention_days is a setting of the domain; null means the service's", async () => {
  const { id } = await organization.addVerifiedDomain("setting.example");
  const url = `/api/v1/domains/${id}`;
  const put = (days: unknown) =>
    organization.ask<DomainBody>({ method: "PUT", url, body: { raw_retention_days: days } });
  expect((await organization.ask<DomainBody>({ url })).body.data.settings.raw_retention_days).toBe(null);
  expect((await put(7)).body.data.settings.raw_retention_days).toBe(7);
  expect((await organization.ask<DomainBody>({ url })).body.data.settings.raw_retention_days).toBe(7);
  for (const wrong of [0, 36_501, "7", 1.5]) expect((await put(wrong)).status).toBe(400);
  expect((await put(null)).body.data.settings.raw_retention_days).toBe(null);
});

test("XML beyond its days is deleted when a keeper starts, its report stays; quarantined bytes go, too", async () => {
  const short = await organization.addVerifiedDomain("short.example");
  const plain = await organization.addVerifiedDomain("plain.example");
  await organization.ask({ method: "PUT", url: `/api/v1/domains/${short.id}`, body: { raw_retention_days: 30 } });
  const [shortOld, shortYoung] = [await storeRaw(short, "2026-09-14"), await storeRaw(short, "2026-09-15")];
  const [plainOld, plainYoung] = [await storeRaw(plain, "2026-08-01"), await storeRaw(plain, "2026-09-14")];
  const refused = await organization.addSubmission({ outcome: "refused" });
  await executeSql(api.databaseUrl, `UPDATE arrivals SET created_at = '2026-07-01' WHERE submission_id = '${refused}'`);
  expect(await download(shortOld)).toBe(200);
  startDeletions({ ...api, now, bodyDays: { rawDays: 60, quarantineDays: 90 } });
  await expect.poll(() => download(shortOld), { timeout: 20_000 }).toBe(404);
  await expect.poll(() => download(plainOld), { timeout: 20_000 }).toBe(404);
  expect([await download(shortYoung), await download(plainYoung)]).toEqual([200, 200]);
  expect((await api.metadata.intake.readSubmission(null, refused))?.bodyKept).toBe(false);
  const report = await organization.ask<{ data: { raw_url: unknown } }>({ url: `/api/v1/reports/${shortOld}` });
  expect([report.status, report.body.data.raw_url]).toEqual([200, null]);
});
