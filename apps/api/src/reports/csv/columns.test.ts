import { randomUUID } from "node:crypto";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCsv, startApi, type TestApi, type TestOrganization } from "../../testing/index.ts";

type Row = Readonly<Record<string, unknown>>;

interface Document {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly responses: Readonly<Record<string, { content?: object }>> } }>
  >;
}

let api: TestApi;
let organization: TestOrganization;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-15T12:00:00Z") });
  organization = await api.createOrganization();
  const domain = await organization.addVerifiedDomain("example.com");
  const reportId = await organization.storeReport({ domain, day: "2026-10-10" });
  ids = { reports: reportId, domains: domain.id };
  await executeSql(
    api.databaseUrl,
    `INSERT INTO attention (id, organization_id, domain_id, reason, opened_at, new_at, summary, value, threshold, weight)
     VALUES ('att_${randomUUID()}', '${organization.id}', '${domain.id}', 'silence', now(), now(), 'quiet', 3, 3, 53)`,
  );
});

afterAll(() => api.stop());

/** Where the rows of a CSV are, of routes whose JSON has them elsewhere than in `data`. */
const ROWS: Readonly<Record<string, (data: never) => readonly Row[]>> = {
  "/api/v1/reports/aggregate": (data: { daily: readonly Row[] }) => data.daily,
  "/api/v1/reports/{id}": (data: { records: readonly Row[] }) => data.records,
  // A row for each reason, whose opened_at says more than since, the first of them. Domains of a client can be counted.
  "/api/v1/domains/attention": (data: readonly { reasons: readonly Row[]; since: string; client_domains: number }[]) =>
    data.flatMap(({ reasons, since: _, client_domains: __, ...one }) =>
      reasons.map((reason) => ({ ...one, ...reason })),
    ),
};

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

function toPaths(row: Row): string[] {
  return Object.entries(row).flatMap(([name, value]) =>
    isObject(value) ? toPaths(value).map((path) => `${name}.${path}`) : [name],
  );
}

/** Every GET of the OpenAPI document that has a CSV. */
async function listRoutes(): Promise<string[]> {
  const { paths } = (await organization.ask<Document>({ url: "/openapi.json" })).body;
  return Object.entries(paths).flatMap(([path, { get }]) =>
    "text/csv" in (get?.responses["200"]?.content ?? {}) ? [path] : [],
  );
}

const toUrl = (path: string, query: string) => `${path.replace("{id}", ids[path.split("/")[3] ?? ""] ?? "")}?${query}`;

async function readColumns(path: string, query = ""): Promise<string[]> {
  const { status, text } = await organization.ask({ url: toUrl(path, `${query}&format=csv`) });
  expect([path, status]).toEqual([path, 200]);
  return (parseCsv(text)[0] ?? []).map(String).toSorted();
}

async function readFields(path: string, query = ""): Promise<string[]> {
  const { status, body } = await organization.ask<{ data: never }>({ url: toUrl(path, query) });
  expect([path, status]).toEqual([path, 200]);
  const rows: readonly Row[] = query === "" ? (ROWS[path] ?? ((data) => data))(body.data) : body.data;
  return rows.flatMap(toPaths);
}

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();

test("each column of each CSV is named by the path of its JSON field, joined with dots", async () => {
  const routes = await listRoutes();
  expect(routes.length).toBeGreaterThanOrEqual(9);
  for (const path of routes) expect([path, await readColumns(path)]).toEqual([path, sorted(await readFields(path))]);
  const grouped = routes.filter((path) => ["aggregate", "sources", "failures"].includes(path.split("/")[4] ?? ""));
  expect(grouped).toHaveLength(3);
  // A column has its place in the CSV of each grouping, and is empty where the groups lack its field.
  for (const path of grouped) {
    const fields = await Promise.all(["domain", "sender_cause"].map((by) => readFields(path, `group_by=${by}`)));
    expect([path, await readColumns(path, "group_by=domain")]).toEqual([path, sorted(fields.flat())]);
  }
});
