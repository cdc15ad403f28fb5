import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

const bound = { bytesMax: 1000, recordsMax: 100 };

let api: TestApi;
let organization: TestOrganization;
let domain: { readonly id: string; readonly name: string };

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization("free");
  domain = await organization.addVerifiedDomain("example.com");
});

afterAll(() => api.stop());

const list = (asking = organization) =>
  asking.ask<{ data: unknown }>({ url: `/api/v1/domains/${domain.id}/unproven-mail` });

test("what came and what was deferred of unproven mail is shown by day, newest first, to the owner alone", async () => {
  expect((await list()).body.data).toEqual([]);
  const { intake } = api.metadata;
  await intake.takeDomainRoom({ day: "2026-10-01", name: domain.id, bytes: 500, records: 7 }, bound);
  await intake.countDeferredMail({ day: "2026-10-02", names: [domain.id], bytes: 900 });
  await intake.countDeferredMail({ day: "2026-10-02", names: [domain.id], bytes: 900 });
  expect((await list()).body.data).toEqual([
    { day: "2026-10-02", records: 0, bytes: 0, deferred_mails: 2, deferred_bytes: 1800 },
    { day: "2026-10-01", records: 7, bytes: 500, deferred_mails: 0, deferred_bytes: 0 },
  ]);
  expect((await list(await api.createOrganization())).status).toBe(404);
});
