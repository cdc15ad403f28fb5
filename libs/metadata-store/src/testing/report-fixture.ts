import { randomUUID } from "node:crypto";
import { type Database, openDatabase } from "@ruaflow/postgres";
import type { MetadataStore } from "../metadata-store.ts";
import { completeReports } from "../reports/ledger/ledger-completions.ts";
import type { ReportSummary } from "../reports/list/report-filter.ts";
import { aClaim } from "./a-claim.ts";
import { startMetadataStore } from "./index.ts";

/** The facts of a report that a test is about; the rest has defaults. */
export interface ReportFacts extends Partial<Omit<ReportSummary, "reportId" | "domainId" | "reporterSince">> {
  readonly organizationId: string;
  readonly domainId: string;
}

/** A store in which a test decides when reports become stored. */
export interface ReportFixture {
  readonly store: MetadataStore;
  readonly database: Database;
  readonly url: string;
  /** Creates an organization with this number of verified domains. */
  createOrganization(
    domains?: number,
  ): Promise<{ readonly organizationId: string; readonly domainIds: readonly string[] }>;
  /** T1 of reports. Returns their ids and their T2, which can use another connection. */
  claim(facts: readonly ReportFacts[]): Promise<{
    readonly reportIds: readonly string[];
    complete(database?: Database): Promise<unknown>;
  }>;
  /** T1 and T2 in one batch. Returns the ids. */
  storeReports(facts: readonly ReportFacts[]): Promise<readonly string[]>;
  stop(): Promise<void>;
}

const NOON = new Date("2026-01-01T12:00:00Z");

export async function startReportFixture(): Promise<ReportFixture> {
  const running = await startMetadataStore();
  const { store } = running;
  const database = openDatabase(running.url, 6);
  const claim: ReportFixture["claim"] = async (facts) => {
    const reports = facts.map(toReport);
    const { attempt } = await store.reports.claimReports(reports.map(({ claim }) => claim));
    const completions = reports.map(({ completion }) => completion);
    return {
      reportIds: reports.map(({ claim }) => claim.reportId),
      complete: (through = database) => completeReports(through, attempt, { completions, arrivals: [] }),
    };
  };
  return {
    store,
    database,
    url: running.url,
    claim,
    async createOrganization(domains = 1) {
      const { id: organizationId } = await store.tenants.createOrganization({ name: "Example", plan: "free" });
      const names = Array.from({ length: domains }, () => `${randomUUID()}.example`);
      const { verified } = await store.domains.saveVerifiedDomains(organizationId, names);
      return { organizationId, domainIds: verified.map(({ domainId }) => domainId) };
    },
    async storeReports(facts) {
      const { reportIds, complete } = await claim(facts);
      await complete();
      return reportIds;
    },
    async stop() {
      await database.close();
      await running.stop();
    },
  };
}

function toReport(facts: ReportFacts) {
  const { organizationId, domainId, day = "2026-01-01", messages = 10, passed = 7 } = facts;
  const { reporter = "google.com", begin = NOON, end = NOON, receivedAt = NOON } = facts;
  const { trust = "upload", trustReason = null, reporterDomain = null } = facts;
  const claim = aClaim({ organizationId, domainId, day });
  const { reportKey, reportId, submissionId, entry } = claim;
  const place = { submissionId, entry, organizationId, domainId, reportId };
  const arrival = { ...place, outcome: "stored" as const, reason: null, detail: null, path: null };
  const counted = {
    organizationId,
    domainId,
    day,
    authentic: trust !== "none",
    reports: 1,
    messages,
    passed,
    spfPassed: 2,
    dkimPassed: 1,
  };
  const listed = { reportId, reporter, begin, end, receivedAt, trust, trustReason, reporterDomain };
  return {
    claim,
    completion: { reportKey, arrival, counted, listed },
  };
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** A database whose transactions and snapshots wait for `opened` before (or after) statements that `matches`. */
export function pauseAt(
  database: Database,
  { matches, before, opened }: { readonly matches: RegExp; readonly before: boolean; readonly opened: Promise<void> },
): { readonly database: Database; readonly reached: Promise<void> } {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const pause = () => {
    resolve();
    return opened;
  };
  const within: Database["transaction"] = (work) => database.transaction((inner) => work(toPausing(inner)));
  const toPausing = (inner: Pick<Database, "query">): Pick<Database, "query"> => ({
    async query(sql, values) {
      if (!matches.test(sql)) return inner.query(sql, values);
      if (before) await pause();
      const rows = await inner.query<never>(sql, values);
      if (!before) await pause();
      return rows;
    },
  });
  const snapshot: Database["snapshot"] = (work) => database.snapshot((inner) => work(toPausing(inner)));
  return { database: { ...database, transaction: within, snapshot }, reached };
}
