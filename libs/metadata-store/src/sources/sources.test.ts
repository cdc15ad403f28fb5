import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ReportFixture, startReportFixture } from "../testing/report-fixture.ts";
import type { EnrichedSource } from "./index.ts";

const HOUR_MS = 3_600_000;

let fixture: ReportFixture;
let sources: ReportFixture["store"]["sources"];

beforeAll(async () => {
  fixture = await startReportFixture();
  sources = fixture.store.sources;
});

afterAll(() => fixture.stop());

beforeEach(() => fixture.database.query("TRUNCATE sources, source_positions, report_sequences, stored_reports"));

const claim = (limit = 10) => sources.claimSources({ limit, leaseMs: HOUR_MS });
const expireAll = () => fixture.database.query("UPDATE sources SET expires_at = now() - interval '1 second'");
const endLeases = () => fixture.database.query("UPDATE sources SET due_at = now() WHERE due_at IS NOT NULL");

const toEnriched = (address: string, change: Partial<EnrichedSource> = {}): EnrichedSource => ({
  address,
  state: "confirmed",
  hostname: "mail.example.com",
  attempts: 0,
  dueAfterMs: null,
  expiresAfterMs: HOUR_MS,
  asn: 4_294_967_295,
  organization: "Example",
  country: "DE",
  dataSets: "set 2026-11-01",
  ...change,
});

test("reports of all organizations are collected once, in order, also those that become visible later", async () => {
  const [one, other] = [await fixture.createOrganization(2), await fixture.createOrganization()];
  const store = ({ organizationId, domainIds }: typeof one, count: number) =>
    fixture.storeReports(Array.from({ length: count }, () => ({ organizationId, domainId: domainIds[0] ?? "" })));
  const collected: string[] = [];
  const collectAll = async () => {
    for (let next = await sources.readUncollectedReports(2); next; next = await sources.readUncollectedReports(2)) {
      collected.push(...next.reports.map(({ reportId }) => reportId));
      await sources.savePosition(next.organizationId, next.position);
    }
  };
  const first = [...(await store(one, 5)), ...(await store(other, 3))];
  expect(await sources.countSources()).toMatchObject({ due: 0, uncollectedReports: 8 });
  await collectAll();
  expect(collected.toSorted()).toEqual(first.toSorted());
  const later = await store(one, 1);
  await collectAll();
  expect(collected.slice(first.length)).toEqual(later);
  expect(await sources.countSources()).toMatchObject({ due: 0, uncollectedReports: 0 });
});

test("numbers of deleted reports do not stop the collection, and a position never moves back", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization();
  await fixture.storeReports(Array.from({ length: 3 }, () => ({ organizationId, domainId: domainIds[0] ?? "" })));
  await fixture.database.query("DELETE FROM stored_reports");
  const next = await sources.readUncollectedReports(2);
  expect(next).toEqual({ organizationId, reports: [], position: 3 });
  await sources.savePosition(organizationId, 3);
  await sources.savePosition(organizationId, 1);
  expect(await sources.readUncollectedReports(2)).toBeNull();
});

test("one process at a time collects", async () => {
  const inner = await sources.withCollectionLock(() => sources.withCollectionLock(async () => "both"));
  expect(inner).toBeNull();
  expect(await sources.withCollectionLock(async () => "one")).toBe("one");
});

test("a new address is due at once, a known one only when a report names it after its facts expired", async () => {
  expect(await sources.saveAddresses(["192.0.2.1", "192.0.2.1", "2001:db8::1"])).toBe(2);
  expect((await claim()).map(({ address }) => address).toSorted()).toEqual(["192.0.2.1", "2001:db8::1"]);
  await sources.saveEnrichments([toEnriched("192.0.2.1"), toEnriched("2001:db8::1")]);
  expect(await sources.saveAddresses(["192.0.2.1"])).toBe(0);
  expect(await claim()).toEqual([]);
  await expireAll();
  expect(await claim()).toEqual([]);
  await sources.saveAddresses(["192.0.2.1"]);
  expect(await claim()).toEqual([{ address: "192.0.2.1", attempts: 0 }]);
});

test("a claimed source belongs to one process until its lease ends, those due the longest first", async () => {
  await sources.saveAddresses(["192.0.2.1"]);
  await sources.saveAddresses(["192.0.2.2"]);
  expect(await claim(1)).toMatchObject([{ address: "192.0.2.1" }]);
  expect(await claim()).toMatchObject([{ address: "192.0.2.2" }]);
  expect(await claim()).toEqual([]);
  await endLeases();
  expect(await claim()).toHaveLength(2);
});

test("a failure keeps the name that was known, and is tried again without a report", async () => {
  await sources.saveAddresses(["192.0.2.1", "192.0.2.2"]);
  const failed = { state: "failed", hostname: null, attempts: 1, dueAfterMs: -1 } as const;
  await sources.saveEnrichments([toEnriched("192.0.2.1"), toEnriched("192.0.2.2", failed)]);
  await sources.saveEnrichments([toEnriched("192.0.2.1", failed)]);
  const known = await sources.readSources(["192.0.2.1", "192.0.2.2"]);
  expect(known.get("192.0.2.1")?.hostname).toBe("mail.example.com");
  expect(known.get("192.0.2.2")?.hostname).toBeNull();
  expect(await claim()).toHaveLength(2);
  await sources.saveEnrichments([toEnriched("192.0.2.1", { state: "absent", hostname: null })]);
  expect((await sources.readSources(["192.0.2.1"])).get("192.0.2.1")?.hostname).toBeNull();
});

test("only the asked addresses are read, only when enriched, and only confirmed names are shown", async () => {
  await sources.saveAddresses(["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]);
  const unconfirmed = { state: "unconfirmed", hostname: "mail.google.com" } as const;
  await sources.saveEnrichments([
    toEnriched("192.0.2.1"),
    toEnriched("192.0.2.2", unconfirmed),
    toEnriched("192.0.2.4"),
  ]);
  const facts = { asn: 4_294_967_295, organization: "Example", country: "DE" };
  const known = await sources.readSources(["192.0.2.1", "192.0.2.2", "192.0.2.3", "x"]);
  expect([...known.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1))).toEqual([
    { address: "192.0.2.1", hostname: "mail.example.com", ...facts },
    { address: "192.0.2.2", hostname: null, ...facts },
  ]);
  const listed = await sources.listSources({ after: "192.0.2.1", limit: 2 });
  expect(listed).toMatchObject([
    { address: "192.0.2.2", hostname: null, claimedName: "mail.google.com", state: "unconfirmed" },
    { address: "192.0.2.3", claimedName: null, state: "pending", enrichedAt: null, dataSets: null },
  ]);
});

test("a name of an organization that PostgreSQL cannot hold is stored without what is at fault", async () => {
  await sources.saveAddresses(["192.0.2.1"]);
  const organization = `bad\0${"x".repeat(300)}`;
  const expected = { organization: `bad\u{fffd}${"x".repeat(251)}` };
  await sources.saveEnrichments([toEnriched("192.0.2.1", { organization })]);
  expect((await sources.readSources(["192.0.2.1"])).get("192.0.2.1")).toMatchObject(expected);
  await sources.saveOwners([{ address: "192.0.2.1", asn: 1, organization, country: null, dataSets: "set" }]);
  expect((await sources.readSources(["192.0.2.1"])).get("192.0.2.1")).toMatchObject({ ...expected, asn: 1 });
});

test("a refresh makes every source due, in steps", async () => {
  const addresses = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];
  await sources.saveAddresses(addresses);
  await sources.saveEnrichments(addresses.map((address) => toEnriched(address, { attempts: 3 })));
  expect(await sources.refreshSources({ after: "", limit: 2 })).toEqual({ refreshed: 2, last: "192.0.2.2" });
  expect(await sources.refreshSources({ after: "192.0.2.2", limit: 2 })).toEqual({ refreshed: 1, last: "192.0.2.3" });
  expect(await sources.refreshSources({ after: "192.0.2.3", limit: 2 })).toEqual({ refreshed: 0, last: null });
  expect((await claim()).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
});

test("owners from other data sets are listed, and replaced without touching names", async () => {
  await sources.saveAddresses(["192.0.2.1", "192.0.2.2", "192.0.2.3"]);
  const dataSets = "set 2026-12-01";
  await sources.saveEnrichments([toEnriched("192.0.2.1"), toEnriched("192.0.2.2", { dataSets })]);
  expect(await sources.listOutdatedAddresses({ dataSets, after: "", limit: 5 })).toEqual(["192.0.2.1"]);
  await sources.saveOwners([{ address: "192.0.2.1", asn: null, organization: "New", country: null, dataSets }]);
  expect(await sources.listOutdatedAddresses({ dataSets, after: "", limit: 5 })).toEqual([]);
  const changed = { address: "192.0.2.1", hostname: "mail.example.com", asn: null, organization: "New", country: null };
  expect((await sources.readSources(["192.0.2.1"])).get("192.0.2.1")).toEqual(changed);
});
