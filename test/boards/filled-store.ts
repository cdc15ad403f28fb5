import { openSqlPort } from "@ruaflow/engines/clickhouse-http";
import { createRecordStore, type RecordStore, sqlView } from "@ruaflow/record-store";
import {
  announce,
  createTemporaryFolder,
  type GeneratedReport,
  generateReports,
  sampleReport,
  storeReports,
} from "@ruaflow/record-store/testing";
import { aDomain, anAttention } from "@ruaflow/record-store/testing/a-domain";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { aRecord } from "@ruaflow/report/testing";

const KEY = "the key of the boards' data source";

export interface Answer {
  readonly meta: readonly { readonly name: string; readonly type: string }[];
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

/** A store that boards can ask as an operator's Grafana does: read-only, through the HTTP interface. */
export interface FilledStore {
  /** Reports that count, of all organizations. */
  readonly counted: readonly GeneratedReport[];
  /** Reports that are stored, but do not count. */
  readonly uncounted: readonly GeneratedReport[];
  /** Rejects with ClickHouse's message. */
  ask(sql: string): Promise<Answer>;
  stop(): Promise<void>;
}

/** One of five reports is forged, and the last record repeats results in another case. */
export async function fillStore(): Promise<FilledStore> {
  const folder = await createTemporaryFolder();
  await createMigratedFolder(folder.path);
  const store = await createRecordStore({ path: folder.path });
  const reports = ["org_a", "org_b"].flatMap(toReports);
  const counted = [...reports.filter(({ row }) => row.trust !== "none"), repeatedResults];
  await storeReports(store, [...reports, repeatedResults]);
  await store.copySourceFacts(announce(), [knownSource]);
  const judgedAt = new Date("2026-01-11T00:00:00Z");
  await store.saveVerdicts(announce("org_a"), "org_a", { judgedAt, saved: [knownVerdict], removed: [] });
  await copyDomains(store, counted);
  await store.insertRowVisibility({
    version: 1n,
    attempt: 1n,
    hiddenAttempts: [],
    hiddenReports: [],
    countingOrganizations: [],
  });
  const port = await openSqlPort({ path: folder.path, port: 0, key: KEY, ...sqlView });
  return {
    counted,
    uncounted: reports.filter(({ row }) => row.trust === "none"),
    ask: (sql) => ask(port.url, sql),
    async stop() {
      await port.close();
      store.close();
      await folder.remove();
    },
  };
}

/** The client of an organization has the organization's id. */
async function copyDomains(store: RecordStore, reports: readonly GeneratedReport[]): Promise<void> {
  const owners = new Map(reports.map(({ row }) => [row.domainId, row.organizationId]));
  await store.copies.domains.save(
    [...owners].map(([id, organizationId]) =>
      aDomain({ id, organizationId, clientReference: organizationId, labels: [id] }),
    ),
  );
  await store.copies.attention.save(
    [...owners].map(([domainId, organizationId]) => anAttention({ domainId, organizationId })),
  );
}

function toReports(organizationId: string, index: number): GeneratedReport[] {
  const generated = generateReports({
    seed: index + 1,
    organizationId,
    domains: 3,
    firstDay: "2026-01-01",
    days: 10,
    reportsPerDay: 5,
    recordsMean: 5,
  });
  return [...generated].map(toForged);
}

function toForged(report: GeneratedReport, index: number): GeneratedReport {
  if (index % 5 !== 0) return report;
  const totals = { ...report.row.totals, recordsSkipped: 1 };
  return { ...report, row: { ...report.row, totals, trust: "none", trustReason: "unaligned" } };
}

const signature = { domain: "example.com", selector: "s1" };
const check = { domain: "example.com", scope: "mfrom" };

/** The source of the repeated results; no other has a name. */
const knownSource = {
  address: "192.0.2.1",
  hostname: "mx7.mail.provider.co.uk",
  asn: 64_496,
  organization: "Provider",
  country: "GB",
};

/** On the source of the repeated results; no other was judged. */
const knownVerdict = {
  ...{ domainId: "dom_sample", sourceIp: knownSource.address, class: "misconfigured", cause: "dkim_signed_by_service" },
  service: { name: "Provider Mail", category: "email_delivery" },
  ...{ sender: "Provider Mail", senderKind: "service", rule: "signed_by_a_service", rulesVersion: "1", details: "{}" },
};

/** 7 messages with three DKIM and two SPF results, which a join would count six times. */
const repeatedResults = sampleReport({
  organizationId: "org_a",
  reportId: "rpt_repeated",
  day: "2026-01-10",
  records: [
    aRecord({
      count: 7,
      authResults: {
        dkim: [
          { ...signature, result: "pass" },
          { ...signature, result: "Pass" },
          { ...signature, selector: "s2", result: "fail" },
        ],
        spf: [
          { ...check, result: "pass" },
          { ...check, result: "pass" },
        ],
      },
    }),
  ],
});

async function ask(url: string, sql: string): Promise<Answer> {
  // What the plugin's client sends with every query.
  const response = await fetch(
    `${url}/?max_execution_time=60&default_format=JSON&output_format_json_quote_64bit_integers=0`,
    {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`grafana:${KEY}`).toString("base64")}` },
      body: sql,
    },
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${text.trim()}, in ${sql}`);
  return JSON.parse(text);
}
