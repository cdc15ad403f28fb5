import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { createReportKey, toReportId, toUnauthenticatedKey, toVouchedKey } from "@ruaflow/report/identity";
import { encodeRecord, joinLines, type ReportMessage, splitLines } from "@ruaflow/report/message";
import { aHeader, aRecord } from "@ruaflow/report/testing";
import { createLedgerGuard } from "../ledger-guard.ts";
import { writeBatch } from "../write-batch.ts";
import type { WriteContext } from "../write-context.ts";

/** Records per message of {@link WriterFixture.createMessages}; the last message may have fewer. */
const CHUNK_RECORDS = 4;

export interface MessageOptions {
  readonly id?: string;
  readonly rows?: number;
  readonly content?: string;
  readonly submissionId?: string;
}

/** The same report in a mail that this domain vouches for. */
export function vouch(messages: readonly ReportMessage[], reporterDomain: string): ReportMessage[] {
  return messages.map((message) => {
    const reportKey = toVouchedKey(message.reportKey, reporterDomain);
    const vouched = { trust: "dmarc" as const, baseKey: message.reportKey, reporterDomain };
    return { ...message, ...vouched, reporterDomains: [reporterDomain], reportKey, reportId: toReportId(reportKey) };
  });
}

/** The same report in a mail that proves nothing, or only this domain, which is not the reporter's. */
export function disbelieve(
  messages: readonly ReportMessage[],
  { from = null, claimedDomains }: { readonly from?: string | null; readonly claimedDomains: readonly string[] },
): ReportMessage[] {
  return messages.map((message) => {
    const reportKey = toUnauthenticatedKey(from === null ? message.reportKey : toVouchedKey(message.reportKey, from));
    const facts = { trust: "none" as const, trustReason: "unaligned", authenticKey: message.reportKey };
    const domains = { reporterDomain: from, reporterDomains: from === null ? [] : [from] };
    const claimed = { claimedDomains: [...claimedDomains] };
    return { ...message, ...facts, ...domains, ...claimed, reportKey, reportId: toReportId(reportKey) };
  });
}

/** The stores of a record-writer, and one organization that has verified example.com. */
export type WriterFixture = Awaited<ReturnType<typeof startWriterFixture>>;

/** Starts PostgreSQL and the embedded ClickHouse, each in a separate folder. */
export async function startWriterFixture() {
  const folder = mkdtempSync(join(tmpdir(), "record-writer-"));
  const { store: metadata, url, stop: stopMetadata } = await startMetadataStore();
  await createMigratedFolder(folder);
  const records = await createRecordStore({ path: folder });
  const organizationId = (await metadata.tenants.createOrganization({ name: "Test", plan: "free" })).id;
  const { verified } = await metadata.domains.saveVerifiedDomains(organizationId, ["example.com"]);
  const domainId = verified[0]?.domainId ?? "";
  const ledger = createLedgerGuard(() => undefined);
  let counter = 0;

  /** The messages of one report: `rows` records of two messages each, in chunks of four. */
  function createMessages(options: MessageOptions = {}): ReportMessage[] {
    const { rows = 3, content = "a" } = options;
    const { id = `report-${counter++}`, submissionId = `sub-${counter++}` } = options;
    const dateRange = { begin: 1_767_225_600, end: 1_767_311_999 };
    const identity = { policyDomain: "example.com", reporter: "r", reportId: id, ...dateRange };
    const reportKey = createReportKey({ organizationId, ...identity });
    const lines = Array.from({ length: rows }, (_, ordinal) => createLine(ordinal));
    const of = Math.ceil(rows / CHUNK_RECORDS);
    return Array.from({ length: of }, (_, index): ReportMessage => {
      const firstOrdinal = index * CHUNK_RECORDS;
      return {
        reportKey,
        reportId: toReportId(reportKey),
        organizationId,
        domainId,
        day: "2026-01-01",
        contentHash: content.repeat(64),
        submissionId,
        entry: 0,
        path: "r.xml",
        channel: "upload",
        receivedAt: "2026-01-02T00:00:00.000Z",
        header: createHeader(id, dateRange),
        warnings: [],
        totals: { records: rows, recordsSkipped: 0, messages: rows * 2, passed: 0 },
        chunk: { index, of, firstOrdinal },
        lines: joinLines(lines.slice(firstOrdinal, firstOrdinal + CHUNK_RECORDS)),
      };
    });
  }

  function createContext(overrides: Partial<WriteContext> = {}): WriteContext {
    const calm = { isStale: () => false, heartbeat: async () => undefined };
    return { metadata, records, ledger, ...calm, ...overrides };
  }

  return {
    metadata,
    records,
    databaseUrl: url,
    clickHousePath: folder,
    organizationId,
    createMessages,
    createContext,
    /** Writes one batch and returns the outcome of each message, in order. */
    async write(messages: readonly ReportMessage[], overrides: Partial<WriteContext> = {}): Promise<string[]> {
      const outcomes = await writeBatch(messages, createContext(overrides));
      return messages.map((message) => {
        const outcome = outcomes.get(message);
        return outcome?.kind === "ok" ? "written" : (outcome?.reason ?? "nothing");
      });
    },
    /** Rows, distinct ordinals and report rows in ClickHouse. */
    async readRows([facts]: readonly ReportMessage[]): Promise<string> {
      const [found] = facts ? await records.readBack(organizationId, [facts]) : [];
      return `${found?.rows ?? 0} rows, ${found?.ordinals ?? 0} ordinals, ${found?.reportRows ?? 0} report rows`;
    },
    /** The sums of the day that all reports cover. */
    async readDay() {
      const [day] = await metadata.reports.readReportDays(organizationId, {
        startDate: "2026-01-01",
        endDate: "2026-01-01",
      });
      return day ?? { reports: 0, messages: 0, passed: 0, spfPassed: 0, dkimPassed: 0 };
    },
    async stop(): Promise<void> {
      await records.close();
      await stopMetadata();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A store that fails right after `name` has taken effect. */
export function dieAfter<Store extends object>(store: Store, name: keyof Store): Store {
  const call = store[name];
  if (typeof call !== "function") throw new Error(`${String(name)} is not a function`);
  return {
    ...store,
    async [name](...args: unknown[]) {
      await Reflect.apply(call, store, args);
      throw new Error("killed");
    },
  };
}

function dieInReports(metadata: WriteContext["metadata"], name: "claimReports" | "completeReports") {
  return { ...metadata, reports: dieAfter(metadata.reports, name) };
}

/** A store that hides its rows from reading back, which exactly-once writing depends on. */
export function withoutReadBack(records: RecordStore): RecordStore {
  return { ...records, readBack: async () => [] };
}

export type Death = readonly [after: string, die: () => Partial<WriteContext>];

/** One death after each step of writing. */
export function listDeaths(stores: () => { metadata: WriteContext["metadata"]; records: RecordStore }): Death[] {
  return [
    ["T1", () => ({ metadata: dieInReports(stores().metadata, "claimReports") })],
    ["the records", () => ({ records: dieAfter(stores().records, "insertRecords") })],
    ["the report's row", () => ({ records: dieAfter(stores().records, "insertReports") })],
    ["T2", () => ({ metadata: dieInReports(stores().metadata, "completeReports") })],
  ];
}

function createHeader(reportId: string, dateRange: { begin: number; end: number }): ReportMessage["header"] {
  return aHeader({ reporter: "r", reportId, dateRange, policyPublished: { p: null } });
}

/** The lines of a message, each changed. */
export function changeLines({ lines }: ReportMessage, change: (line: string, index: number) => string): Uint8Array {
  return joinLines(splitLines(lines).map(change));
}

/** The encoded record with this ordinal. */
export function createLine(ordinal: number, { spf = "fail" } = {}): string {
  return encodeRecord(aRecord({ ordinal, count: 2, policyEvaluated: { spf } }));
}
