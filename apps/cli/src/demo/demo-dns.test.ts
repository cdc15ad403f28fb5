import { createDns } from "@ruaflow/dns";
import { lookUpWatchedRecords } from "@ruaflow/dns/watched-records";
import { executeSql, startMetadataStore } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoZone, saveDemoDns } from "./demo-dns.ts";

const reportDomain = "reports.ruaflow.example";
const today = new Date().toISOString().slice(0, 10);
const zones = ["right", "own-mailbox", "removed", "misspelt", "twice"] as const satisfies readonly DemoZone[];

let running: Awaited<ReturnType<typeof startMetadataStore>>;

beforeAll(async () => {
  running = await startMetadataStore();
});

afterAll(() => running.stop());

test("the demo's domains have the DNS that their owners published, and no round asks for them", async () => {
  const { domains, watch, tenants, attention } = running.store;
  const { id: organizationId } = await tenants.createOrganization({ name: "Example", plan: "free" });
  const { verified } = await domains.saveVerifiedDomains(
    organizationId,
    zones.map((zone) => `${zone}.example`),
  );
  const idOf = new Map(verified.map(({ name, domainId }) => [name, domainId]));
  const records = zones.map((zone) => {
    return { domainId: idOf.get(`${zone}.example`) ?? "", policy: "reject", zone } as const;
  });
  await executeSql(
    running.url,
    `INSERT INTO report_days (organization_id, domain_id, day, reports, messages, passed, spf_passed, dkim_passed)
     VALUES ('${organizationId}', '${idOf.get("own-mailbox.example")}', '${today}', 1, 9, 9, 9, 9)`,
  );
  for (let run = 0; run < 2; run += 1) await saveDemoDns(running.store, records, { organizationId, reportDomain });
  const wanted = { domainIds: [...idOf.values()], today, counted: "authentic" } as const;
  const listed = await domains.readListedDomains(organizationId, wanted);
  expect(Object.fromEntries(listed.map(({ name, dnsState, mailbox }) => [name, [dnsState, mailbox]]))).toEqual({
    "right.example": ["ok", "service"],
    "own-mailbox.example": ["ok", "own"],
    "removed.example": ["missing", null],
    "misspelt.example": ["different", null],
    "twice.example": ["different", null],
  });
  const changes = await attention.readAttentionChanges(organizationId, new Date());
  expect(changes.map(({ reason }) => reason)).toEqual(["dns_broken", "dns_broken", "dns_broken"]);
  expect((await watch.readReportAuthorization()).missing).toBe(0);
  expect(await executeSql(running.url, "SELECT 1 FROM events WHERE type = 'domain.dns_changed'")).toEqual([]);
  const claim = { domain: "right.example", verificationToken: "t", mailboxToken: "m", createdAt: new Date() };
  expect(await lookUpWatchedRecords(createDns(), { ...claim, reportDomain })).toEqual([]);
});
