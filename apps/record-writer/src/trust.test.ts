import { executeSql } from "@ruaflow/metadata-store/testing";
import { announce } from "@ruaflow/record-store/testing";
import { toReportId, toUnauthenticatedKey } from "@ruaflow/report/identity";
import type { ReportMessage } from "@ruaflow/report/message";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listDeaths, type MessageOptions, startWriterFixture, type WriterFixture } from "./testing/writer-fixture.ts";

let fixture: WriterFixture;

beforeEach(async () => {
  fixture = await startWriterFixture();
});

afterEach(() => fixture.stop());

const id = "report-1";

function createAuthentic(options: MessageOptions = {}): ReportMessage[] {
  return fixture.createMessages({ id, ...options }).map((message) => ({ ...message, trust: "dmarc" as const }));
}

/** The same report from a sender that is not proven. */
function createForged(options: MessageOptions = {}): ReportMessage[] {
  return fixture.createMessages({ id, content: "f", ...options }).map((message) => {
    const reportKey = toUnauthenticatedKey(message.reportKey);
    const trust = { trust: "none" as const, trustReason: "unaligned", authenticKey: message.reportKey };
    return { ...message, ...trust, reportKey, reportId: toReportId(reportKey) };
  });
}

const everything = { startDate: "2026-01-01", endDate: "2026-01-01" };

async function readState() {
  const { metadata, organizationId, records } = fixture;
  const sums = async (counted: "authentic" | "all") => {
    const [day] = await metadata.reports.readReportDays(organizationId, { ...everything, counted });
    const page = await records.listSources(organizationId, { ...everything, counted, page: 1, perPage: 9 });
    const [source] = await Array.fromAsync(page.sources);
    return `${day?.reports ?? 0} reports, ${day?.messages ?? 0} messages, ${source?.messages ?? 0} at the source`;
  };
  const { reports } = await metadata.reports.listReports(organizationId, { ...everything, page: 1, perPage: 9 });
  const trusts = reports.map(({ trust, trustReason }) => (trustReason === null ? trust : `${trust}: ${trustReason}`));
  return { authentic: await sums("authentic"), all: await sums("all"), trusts };
}

/** What the background work of the API does. */
async function removeDisplaced(): Promise<void> {
  const displaced = await fixture.metadata.reports.listDisplacedReports();
  const { organizationId } = fixture;
  await fixture.records.deleteReports(announce(organizationId), organizationId, { reports: displaced });
  await fixture.metadata.reports.finishDisplacedReports(displaced);
}

async function readArrival(message: ReportMessage | undefined): Promise<string> {
  const [arrival] = await fixture.metadata.intake.readArrivals([message?.submissionId ?? ""]);
  return `${arrival?.outcome} ${arrival?.reason}`;
}

const one = "1 reports, 6 messages, 6 at the source";
const none = "0 reports, 0 messages, 0 at the source";

test("a report whose sender is not proven is stored and listed, and counts only where all reports do", async () => {
  expect(await fixture.write(createForged())).toEqual(["written"]);
  expect(await readState()).toEqual({ authentic: none, all: one, trusts: ["none: unaligned"] });
});

test("it has an event only where a subscriber of report.received wants it for such reports", async () => {
  const { metadata, organizationId } = fixture;
  const countEvents = () =>
    executeSql(fixture.databaseUrl, "SELECT id FROM events WHERE type = 'report.received' AND unauthenticated");
  const hook = { url: "https://example.com/hook", events: ["report.received"], secret: null, active: true };
  const webhook = await metadata.delivery.createWebhook(organizationId, hook);
  const failures = { ...hook, events: ["report.failure"], includeUnauthenticated: true };
  await metadata.delivery.createWebhook(organizationId, failures);
  await fixture.write(createForged());
  expect(await countEvents()).toHaveLength(0);
  await fixture.write(createAuthentic({ id: "report-2" }));
  expect(await executeSql(fixture.databaseUrl, "SELECT id FROM events WHERE type = 'report.received'")).toHaveLength(1);
  await metadata.delivery.updateWebhook(organizationId, webhook?.id ?? "", { includeUnauthenticated: true });
  await fixture.write(createForged({ id: "report-3" }));
  expect(await countEvents()).toHaveLength(1);
});

test("it never displaces the authentic report, and is kept as a conflict", async () => {
  const authentic = createAuthentic();
  const forged = createForged();
  expect(await fixture.write(authentic)).toEqual(["written"]);
  expect(await fixture.write(forged)).toEqual(["conflict"]);
  expect(await readState()).toEqual({ authentic: one, all: one, trusts: ["dmarc"] });
  expect(await readArrival(forged[0])).toBe("conflict unauthenticated");
  const copy = createForged({ content: "a" });
  expect(await fixture.write(copy)).toEqual(["duplicate"]);
  expect(await readArrival(copy[0])).toBe("duplicate same-report");
});

test("it gives way to the authentic report while that is not yet stored", async () => {
  const [first] = createAuthentic({ rows: 8 });
  if (!first) throw new Error("there is no message");
  expect(await fixture.write([first])).toEqual(["written"]);
  expect(await fixture.write(createForged())).toEqual(["conflict"]);
});

test("the authentic report displaces it, and neither counts twice", async () => {
  const forged = createForged();
  expect(await fixture.write(forged)).toEqual(["written"]);
  expect(await fixture.write(createAuthentic())).toEqual(["written"]);
  const { authentic, trusts } = await readState();
  expect({ authentic, trusts }).toEqual({ authentic: one, trusts: ["dmarc"] });
  expect(await readArrival(forged[0])).toBe("conflict unauthenticated");
  await removeDisplaced();
  expect(await fixture.readRows(forged)).toBe("0 rows, 0 ordinals, 0 report rows");
  expect(await readState()).toEqual({ authentic: one, all: one, trusts: ["dmarc"] });
  expect(await fixture.write(createForged())).toEqual(["conflict"]);
});

test("both in one batch, in either order, give the same result", async () => {
  expect(await fixture.write([...createForged(), ...createAuthentic()])).toEqual(["written", "written"]);
  await removeDisplaced();
  expect(await readState()).toEqual({ authentic: one, all: one, trusts: ["dmarc"] });
  const other = { id: "report-2" };
  expect(await fixture.write([...createAuthentic(other), ...createForged(other)])).toEqual(["written", "conflict"]);
  expect((await readState()).all).toBe("2 reports, 12 messages, 12 at the source");
});

test("a death after any step of the authentic report's writing leaves it stored once and the other displaced", async () => {
  for (const [index, [, die]] of listDeaths(() => fixture).entries()) {
    const options = { id: `report-${index}` };
    const forged = createForged(options);
    const authentic = createAuthentic(options);
    await fixture.write(forged);
    await expect(fixture.write(authentic, die())).rejects.toThrow("killed");
    await fixture.write(authentic);
    await removeDisplaced();
    expect(await fixture.readRows(authentic)).toBe("3 rows, 3 ordinals, 1 report rows");
    expect(await fixture.readRows(forged)).toBe("0 rows, 0 ordinals, 0 report rows");
    expect(await readArrival(forged[0])).toBe("conflict unauthenticated");
  }
  expect((await readState()).all).toBe("4 reports, 24 messages, 24 at the source");
});

test("a writer that was paused cannot make it visible beside the authentic report", async () => {
  const forged = createForged();
  const authentic = createAuthentic();
  const paused = {
    ...fixture.metadata,
    reports: {
      ...fixture.metadata.reports,
      completeReports: async (...args: Parameters<typeof fixture.metadata.reports.completeReports>) => {
        await fixture.write(authentic);
        await executeSql(
          fixture.databaseUrl,
          `INSERT INTO report_ledger SELECT decode('${forged[0]?.reportKey}', 'hex'), '${forged[0]?.reportId}',
             organization_id, domain_id, content_hash, day, expected_records, expected_messages, 'pending',
             ${args[0]}, '${forged[0]?.submissionId}', 0, now(), NULL, report_key FROM report_ledger`,
        );
        return fixture.metadata.reports.completeReports(...args);
      },
    },
  };
  await expect(fixture.write(forged, { metadata: paused })).rejects.toThrow("taken over");
  expect(await fixture.write(forged)).toEqual(["conflict"]);
  expect(await executeSql(fixture.databaseUrl, "SELECT 1 FROM report_ledger")).toHaveLength(1);
  await removeDisplaced();
  expect(await fixture.readRows(forged)).toBe("0 rows, 0 ordinals, 0 report rows");
  expect(await readState()).toEqual({ authentic: one, all: one, trusts: ["dmarc"] });
});

test("a message of an earlier release counts as uploaded or imported", async () => {
  await fixture.write(fixture.createMessages());
  expect((await readState()).trusts).toEqual(["upload"]);
});

test("no failure event tells of it, unless the organization counts such reports", async () => {
  const { metadata, organizationId, databaseUrl } = fixture;
  await metadata.delivery.createWebhook(organizationId, {
    url: "https://hooks.example.com/",
    events: ["report.received", "report.failure"],
    secret: null,
    active: true,
  });
  const listTypes = async () =>
    (await executeSql(databaseUrl, "SELECT type FROM events ORDER BY created_at, type")).map(({ type }) => type);
  await fixture.write(createForged());
  expect(await listTypes()).toEqual([]);
  await metadata.tenants.setCountUnauthenticated(organizationId, true);
  await fixture.write(createForged({ id: "report-2" }));
  expect((await listTypes()).filter((type) => type === "report.failure")).toHaveLength(1);
});
