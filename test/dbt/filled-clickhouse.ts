import { startClickHouseProcess } from "@ruaflow/engines/testing";
import { createRecordStore } from "@ruaflow/record-store";
import { type GeneratedReport, generateReports, storeReports } from "@ruaflow/record-store/testing";
import { aDomain } from "@ruaflow/record-store/testing/a-domain";

const PASSWORD = "the password of dbt";

export type FilledClickHouse = Awaited<ReturnType<typeof fillClickHouse>>;

/** ClickHouse's HTTP interface with reports of two organizations, one of five of which does not count. */
export async function fillClickHouse() {
  const server = await startClickHouseProcess(PASSWORD);
  const store = await createRecordStore({ url: server.url });
  await store.migrate();
  const reports = ["org_a", "org_b"].flatMap(toReports);
  await storeReports(store, reports);
  const lists = { hiddenAttempts: [], hiddenReports: [], countingOrganizations: [] };
  await store.insertRowVisibility({ version: 1n, attempt: 1n, ...lists });
  await store.copies.domains.save(toDomains(reports));
  store.close();
  const url = new URL(server.url);
  return {
    port: url.port,
    password: PASSWORD,
    counted: reports.filter(({ row }) => row.trust !== "none"),
    command: (statement: string) => post(url, statement),
    select: async (query: string): Promise<readonly Readonly<Record<string, number>>[]> =>
      JSON.parse(await post(url, query)).data,
    stop: () => server.stop(),
  };
}

/** Two of three domains of each organization have a client. */
function toDomains(reports: readonly GeneratedReport[]) {
  const owners = new Map(reports.map(({ row }) => [row.domainId, row.organizationId]));
  return [...owners].map(([id, organizationId], index) =>
    aDomain({ organizationId, id, labels: ["a", "b"], clientReference: index % 3 === 0 ? null : "K-1" }),
  );
}

/** Rejects with ClickHouse's message. */
async function post({ origin }: URL, statement: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`default:${PASSWORD}`).toString("base64")}`;
  const address = `${origin}/?default_format=JSON&output_format_json_quote_64bit_integers=0`;
  const response = await fetch(address, { method: "POST", headers: { authorization }, body: statement });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

function toReports(organizationId: string, index: number): GeneratedReport[] {
  const options = { domains: 3, firstDay: "2026-01-01", days: 8, reportsPerDay: 5, recordsMean: 6 };
  return [...generateReports({ seed: index + 1, organizationId, ...options })].map((report, position) =>
    position % 5 === 0 ? { ...report, row: { ...report.row, trust: "none", trustReason: "unaligned" } } : report,
  );
}
