import type { NewDnsHistoryEntry } from "@ruaflow/metadata-store/watch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface Listed {
  readonly data: readonly Record<string, unknown>[];
  readonly meta: { readonly total: number };
}

const checkedAt = new Date("2026-03-01T08:00:00Z");

let api: TestApi;
let organization: TestOrganization;
let domain: { readonly id: string; readonly name: string };

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization("free");
  domain = await organization.addVerifiedDomain("example.com");
});

afterAll(() => api.stop());

const list = (query = "", asking = organization) =>
  asking.ask<Listed>({ url: `/api/v1/domains/${domain.id}/dns/history${query}` });

function check(...entries: readonly Pick<NewDnsHistoryEntry, "oldValue" | "newValue" | "differences">[]) {
  const facts = { record: "dmarc", host: "_dmarc.example.com", checkedAt, event: null } as const;
  const compare = () => entries.map((entry) => ({ ...facts, ...entry }));
  const saved = { domainId: domain.id, checkedAt, nextCheckAt: checkedAt, isProven: true, records: [], compare };
  return api.metadata.watch.saveDnsCheck(organization.id, saved);
}

test("a domain that was never checked has an empty history", async () => {
  expect((await list()).body).toEqual({ data: [], meta: { total: 0, page: 1, per_page: 20, total_pages: 0 } });
});

test("the first entry and each change are listed, newest first, page by page", async () => {
  const old = "v=DMARC1; p=none";
  await check({ oldValue: null, newValue: old, differences: [] });
  await check({ oldValue: old, newValue: "v=DMARC1; p=reject", differences: ["p: none → reject"] });
  const { body, headers } = await list("?per_page=1");
  expect([body.meta.total, headers.link]).toEqual([2, expect.stringContaining('rel="next"')]);
  expect(body.data).toEqual([
    {
      record: "dmarc",
      host: "_dmarc.example.com",
      old,
      new: "v=DMARC1; p=reject",
      differences: ["p: none → reject"],
      checked_at: checkedAt.toISOString(),
    },
  ]);
  expect((await list("?per_page=1&page=2")).body.data).toMatchObject([{ old: null, new: old, differences: [] }]);
});

test("other organizations get 404, and so does the owner once the domain is deleted", async () => {
  expect((await list("", await api.createOrganization())).status).toBe(404);
  await organization.ask({ method: "DELETE", url: `/api/v1/domains/${domain.id}` });
  expect((await list()).status).toBe(404);
});
