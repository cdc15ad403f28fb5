import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface Policy {
  readonly data: { readonly dmarc_policy: string | null };
}
interface ListBody {
  readonly data: readonly { readonly id: string; readonly dmarc_policy: string | null }[];
}

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-15T12:00:00Z") });
});

afterAll(() => api.stop());

/** The policy in the list, after a change, and in a read of the domain. */
const readAll = async (owner: TestOrganization, id: string, server = api.server) => {
  const url = `/api/v1/domains/${id}`;
  const list = await owner.ask<ListBody>({ url: "/api/v1/domains", server });
  const listed = list.body.data.find((domain) => domain.id === id)?.dmarc_policy;
  const changed = await owner.ask<Policy>({ method: "PUT", url, body: { dns_watch: true }, server });
  const read = await owner.ask<Policy>({ url, server });
  return [listed, changed.body.data.dmarc_policy, read.body.data.dmarc_policy];
};

test("without a policy in DNS it is that of the newest report about the domain itself, whatever the order of arrival", async () => {
  const owner = await api.createOrganization();
  const domain = await owner.addVerifiedDomain("reported.example");
  const other = await owner.addVerifiedDomain("sub.reported.example");
  expect(await readAll(owner, domain.id)).toEqual([null, null, null]);
  const receivedAt = new Date("2026-10-14T00:00:00Z");
  await owner.storeReport({ domain, receivedAt, day: "2026-10-02", policy: { p: "Reject" } });
  await owner.storeReport({ domain, receivedAt, day: "2026-10-01", policy: { p: "quarantine" } });
  await owner.storeReport({ domain, receivedAt, day: "2026-10-03", policy: { p: "none", domain: other.name } });
  await owner.storeReport({ domain, receivedAt, day: "2026-10-04", policy: { p: "" } });
  await owner.storeReport({ domain: other, receivedAt, day: "2026-10-04", policy: { p: "quarantine" } });
  expect(await readAll(owner, domain.id)).toEqual(["reject", "reject", "reject"]);
  expect(await readAll(owner, other.id)).toEqual(["quarantine", "quarantine", "quarantine"]);
});

test("a report with a future date does not count as newer than later reports", async () => {
  const owner = await api.createOrganization();
  const domain = await owner.addVerifiedDomain("future.example");
  const at = (receivedAt: string) => ({ domain, receivedAt: new Date(receivedAt) });
  await owner.storeReport({ ...at("2026-10-02T00:00:00Z"), day: "2099-01-01", policy: { p: "none" } });
  await owner.storeReport({ ...at("2026-10-05T00:00:00Z"), day: "2026-10-04", policy: { p: "reject" } });
  expect(await readAll(owner, domain.id)).toEqual(["reject", "reject", "reject"]);
});

test("a policy in DNS takes precedence", async () => {
  const owner = await api.createOrganization();
  const domain = await owner.addVerifiedDomain("both.example");
  await owner.storeReport({ domain, policy: { p: "none" } });
  api.dnsServer.setTxt("_dmarc.both.example", "v=DMARC1; p=reject");
  await owner.ask({ url: `/api/v1/domains/${domain.id}/dns?check=now` });
  expect(await readAll(owner, domain.id)).toEqual(["reject", "reject", "reject"]);
});

test("domains can be read while ClickHouse is unreachable; other errors are reported", async () => {
  const owner = await api.createOrganization();
  const domain = await owner.addVerifiedDomain("away.example");
  await owner.storeReport({ domain, policy: { p: "none" } });
  const readReportedPolicies = (error: Error) => () => Promise.reject(error);
  const serverWith = (error: Error) =>
    api.createServer({ records: { ...api.records, readReportedPolicies: readReportedPolicies(error) } });
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  expect(await readAll(owner, domain.id, await serverWith(away))).toEqual([null, null, null]);
  const server = await serverWith(new Error("broken"));
  expect((await owner.ask({ url: `/api/v1/domains/${domain.id}`, server })).status).toBe(500);
});
