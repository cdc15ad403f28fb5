import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../../../apps/api/src/testing/index.ts";
import { type Client, createClient, RuaflowError } from "./index.ts";

let api: TestApi;
let organization: TestOrganization;
let client: Client;
let baseUrl: string;

beforeAll(async () => {
  api = await startApi();
  baseUrl = await api.listen();
  organization = await api.createOrganization();
  client = createClient({ baseUrl, key: organization.key });
});

afterAll(() => api.stop());

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

test("reports are listed, read, summed and iterated over all pages", async () => {
  const domain = await organization.addVerifiedDomain("example.com");
  const ids: string[] = [];
  for (let day = 1; day <= 5; day += 1) ids.push(await organization.storeReport({ domain, day: `2026-10-0${day}` }));
  const first = await client.reports.list({ per_page: 2 });
  expect([first.data.length, first.meta.total, first.meta.total_pages]).toEqual([2, 5, 3]);
  const walked = await collect(client.reports.listAll({ per_page: 2 }));
  expect(walked.map(({ id }) => id)).toEqual(ids);
  const period = { start_date: "2026-10-01", end_date: "2026-10-31", domain_id: domain.id };
  const { data } = await client.reports.readAggregate(period);
  expect(data.totals).toMatchObject({ reports: 5, emails: 5 });
  expect((await client.reports.read(ids[0] ?? "")).data.records[0]?.source_ip).toBe("192.0.2.1");
  const sources = await collect(client.reports.listAllSources(period));
  expect(sources.map(({ source_ip }) => source_ip)).toEqual(["192.0.2.1"]);
  expect((await client.reports.listFailures(period)).meta.total_failures).toBe(5);
});

test("groups are read by page, iterated over all pages and downloaded as CSV", async () => {
  const domain = await organization.addVerifiedDomain("grouped.example");
  for (const reporter of ["a.example", "b.example", "c.example"])
    await organization.storeReport({ domain, day: "2026-09-01", reporter });
  const query = { start_date: "2026-09-01", end_date: "2026-09-02", group_by: "reporter", per_page: 2 } as const;
  const page = await client.reports.readAggregateGroups(query);
  expect([page.data.length, page.meta.total, page.meta.group_by]).toEqual([2, 3, "reporter"]);
  const keys = ["a.example", "b.example", "c.example"];
  const { readAllAggregateGroups, readAllSourceGroups, readAllFailureGroups } = client.reports;
  for (const groups of [readAllAggregateGroups, readAllSourceGroups, readAllFailureGroups])
    expect((await collect<{ key: string | null }>(groups(query))).map(({ key }) => key)).toEqual(keys);
  expect((await client.reports.readSourceGroups(query)).data[0]?.emails).toBe(1);
  expect((await client.reports.readFailureGroups(query)).meta.total_failures).toBe(3);
  const { per_page: _, ...whole } = query;
  const { readAggregateGroupsCsv, readSourceGroupsCsv, readFailureGroupsCsv } = client.reports;
  for (const download of [readAggregateGroupsCsv, readSourceGroupsCsv, readFailureGroupsCsv])
    expect((await new Response(await download(whole)).text()).split("\r\n")).toHaveLength(5);
});

test("iterating by cursor returns new reports too, and none twice", async () => {
  const domain = await organization.addVerifiedDomain("walked.example");
  const ids: string[] = [];
  // Sorted by day, each new report would be first and shift the pages.
  const store = async (day: number) => ids.push(await organization.storeReport({ domain, day: `2026-11-0${day}` }));
  for (const day of [1, 2, 3]) await store(day);
  const walked: string[] = [];
  for await (const { id } of client.reports.listAll({ per_page: 1, domain_id: domain.id })) {
    walked.push(id);
    if (ids.length < 6) await store(ids.length + 1);
  }
  expect(walked).toEqual(ids);
});

test("a stored cursor continues with the reports since then", async () => {
  const domain = await organization.addVerifiedDomain("later.example");
  const filter = { domain_id: domain.id };
  const empty = await client.reports.listAfter("", filter);
  expect([empty.data, empty.meta.has_more]).toEqual([[], false]);
  const id = await organization.storeReport({ domain });
  const { data, meta } = await client.reports.listAfter(empty.meta.next, filter);
  expect(data.map((report) => report.id)).toEqual([id]);
  expect((await client.reports.listAfter(meta.next, filter)).data).toEqual([]);
});

test("CSV is streamed", async () => {
  const csv = await client.reports.listCsv();
  expect(await new Response(csv).text()).toMatch(/^"id","domain_id","reporter",/);
});

test("webhooks and API keys are created, changed and deleted", async () => {
  const events = ["report.received"] as const;
  const { data } = await client.webhooks.create({ url: "https://hooks.example.com/", events });
  expect((await client.webhooks.update(data.id, { active: false })).data.active).toBe(false);
  expect((await collect(client.webhooks.listAll())).map(({ id }) => id)).toEqual([data.id]);
  await client.webhooks.delete(data.id);
  await expect(client.webhooks.read(data.id)).rejects.toMatchObject({ status: 404, code: "not_found" });
  const key = await client.apiKeys.create({ name: "other", scopes: ["reports:read"] });
  const other = createClient({ baseUrl, key: key.data.key });
  const refused = await other.webhooks.list().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RuaflowError);
  expect(refused).toMatchObject({ status: 403, code: "missing_scope" });
  await client.apiKeys.revoke(key.data.id);
});

test("domains are added, verified in DNS and deleted; a failed verification shows what was found", async () => {
  const { data } = await client.domains.create({ domain: "proven.example" });
  const failed = await client.domains.verify(data.id).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    status: 422,
    code: "verification_failed",
    problem: {
      checks: [
        { record: "dmarc", found: [] },
        { record: "verification", found: [] },
      ],
    },
  });
  const { dmarc, verification } = (await client.domains.readDns(data.id)).data;
  for (const { host, value } of [dmarc, verification]) api.dnsServer.setTxt(`${host}.proven.example`, value);
  const checked = await client.domains.checkDns(data.id);
  expect([checked.meta.published.dmarc.state, checked.meta.missing]).toEqual(["ok", ["mta_sts"]]);
  expect((await client.domains.verify(data.id)).data.status).toBe("verified");
  const changed = await client.domains.update(data.id, { labels: ["client-a"] });
  expect(changed.data.settings.labels).toEqual(["client-a"]);
  const many = await client.domains.createMany({ domains: [{ domain: "proven.example" }, { domain: "co.uk" }] });
  expect(many.data.map(({ result }) => result)).toEqual(["duplicate", "invalid"]);
  await client.domains.delete(data.id);
  await expect(client.domains.read(data.id)).rejects.toMatchObject({ status: 404 });
});

test("senders are said to be ours, and the readiness of a domain is read", async () => {
  const { data } = await client.senders.createOverride({ kind: "domain", value: "mailer.example", ours: true });
  expect(await Array.fromAsync(client.senders.listAllOverrides())).toEqual([data]);
  await client.senders.deleteOverride(data.id);
  expect((await client.senders.listOverrides()).data).toEqual([]);
  const domain = await client.domains.create({ domain: "readiness.example" });
  const readiness = await client.domains.readReadiness(domain.data.id, { start_date: "2026-01-01" });
  expect(readiness.data).toMatchObject({ domain: "readiness.example", ready: false, sources: [] });
  expect((await client.reports.readSourceGroups({ group_by: "service" })).data).toEqual(expect.any(Array));
});

test("reporters of a domain are listed, and what has come in of the newest days is read", async () => {
  const { data } = await client.domains.create({ domain: "reporters.example" });
  const { data: listed, meta } = await client.domains.listReporters(data.id, { state: "stopped" });
  expect([listed, meta.total, meta.days.length]).toEqual([[], 0, 7]);
  expect(await Array.fromAsync(client.domains.listAllReporters(data.id))).toEqual([]);
  expect((await client.reports.readCompleteness({ domain_id: data.id })).data).toEqual(meta.days);
  expect((await client.reports.queryCompleteness({ domain_id: [data.id] })).data).toEqual(meta.days);
});

test("a webhook is tested, and its deliveries are read and sent again", async () => {
  const { webhooks } = client;
  const { id } = (await webhooks.create({ url: "https://hooks.example.com/", events: ["report.received"] })).data;
  const tested = (await webhooks.test(id)).data;
  expect(tested).toMatchObject({ delivered: false, error: "dns", event: { type: "report.received" } });
  for await (const listed of webhooks.listAllDeliveries(id, { status: "exhausted" })) {
    expect(listed).toMatchObject({ id: tested.delivery_id, test: true });
  }
  expect((await webhooks.redeliver(id, tested.delivery_id)).data.status).toBe("pending");
  expect((await webhooks.readDelivery(id, tested.delivery_id)).data.attempts).toHaveLength(1);
  expect((await webhooks.recover(id, new Date(0))).data).toEqual({ queued: 0, left: 0 });
  expect((await webhooks.listEventTypes()).data).toHaveLength(7);
});

test("a repeated POST gets the first response", async () => {
  const webhook = { url: "https://hooks.example.com/again", events: ["report.received"] } as const;
  const options = { idempotencyKey: "again" };
  const first = await client.webhooks.create(webhook, options);
  expect(await client.webhooks.create(webhook, options)).toEqual(first);
});

test("what needs attention is listed, acknowledged and listed again; alerts come as pages and as groups", async () => {
  const { data: added } = await client.domains.create({ domain: "attention.example" });
  expect((await client.attention.list({ domain_id: [added.id] })).meta).toMatchObject({ total: 0, evaluated_at: null });
  expect(await Array.fromAsync(client.attention.listAll({ reason: ["silence", "dns_broken"] }))).toEqual([]);
  expect((await client.attention.acknowledge(added.id, { note: "known" })).data.reasons).toEqual([]);
  expect((await client.attention.unacknowledge(added.id)).data.domain).toBe("attention.example");
  const csv = await new Response(await client.attention.listCsv()).text();
  expect(csv).toContain('"rank_score"');
  expect((await client.alerts.list({ sort: "-value" })).data).toEqual([]);
  expect((await client.alerts.groups({ group_by: "client_reference" })).data).toEqual([]);
});
