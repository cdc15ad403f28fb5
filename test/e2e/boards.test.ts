// Grafana's boards show the numbers of the API.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@ruaflow/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { boards } from "../../infra/grafana/boards/boards.ts";
import { interpolate, readSql } from "../boards/interpolate.ts";
import { askClickHouse } from "../support/ask-clickhouse.ts";
import { joinService, type Tenant } from "../support/join-service.ts";
import { countReports } from "../support/list-reports.ts";
import { generateReport } from "../support/report-generator.ts";
import { upload, writeTar } from "../support/upload.ts";

const REPORTS = 30;
const SECONDS_PER_DAY = 86_400;
const FIRST_DAY = Date.parse("2026-01-05T00:00:00Z") / 1000;
const domains = ["boards.example", "other.example"];
const period = { start_date: "2026-01-05", end_date: "2026-01-14" };

let service: Tenant;
let key: string;
let clickHouseUrl: string;

beforeAll(async () => {
  service = await joinService();
  key = service.key;
  // The operator's word is enough: an added domain need not prove itself in DNS.
  await service.run("domains", "add", ...domains, "--org", service.organization);
  await upload(service, key, { name: "reports.tar", body: writeTar(Object.fromEntries(writeReports())) });
  await vi.waitFor(async () => expect(await countReports(service, key)).toBe(REPORTS), {
    timeout: 60_000,
    interval: 500,
  });
  clickHouseUrl = await readFile(join(service.dataDir, "clickhouse.url"), "utf8");
  // The views show a report seconds after the API.
  await vi.waitFor(async () => expect(await askPanel("overview", "Reports")).toEqual([{ reports: REPORTS }]), {
    timeout: 20_000,
    interval: 500,
  });
}, 120_000);
afterAll(() => service.leave());

/** Each with capitals where reporters write them. */
function* writeReports(): Generator<readonly [name: string, xml: string]> {
  for (let index = 0; index < REPORTS; index += 1) {
    const domain = domains[index % domains.length] ?? "";
    const begin = FIRST_DAY + (index % 10) * SECONDS_PER_DAY + 20_000;
    const xml = [...generateReport({ seed: index, domain, begin }).xml()].join("");
    yield [`${index}.xml`, xml.replaceAll(">pass<", index % 2 === 0 ? ">Pass<" : ">pass<")];
  }
}

type Row = Readonly<Record<string, string | number>>;

async function askPanel(board: keyof typeof boards, title: string, domainId = ""): Promise<readonly Row[]> {
  const panel = boards[board].panels?.find((one) => one.title === title);
  const sql = panel !== undefined && "targets" in panel ? readSql(panel) : null;
  if (sql === null) throw new Error(`${board} has no query ${title}`);
  const [from, to] = [new Date(`${period.start_date}T00:00:00Z`), new Date(`${period.end_date}T23:59:59Z`)];
  const query = interpolate(sql, { from, to, variables: { organization: [service.organization], domain: [domainId] } });
  const format = { default_format: "JSON", output_format_json_quote_64bit_integers: "0" };
  return JSON.parse(await askClickHouse(clickHouseUrl, query, format)).data;
}

const toRate = (value: string | number | undefined) => Math.round(Number(value) * 10) / 10;

async function expectEqualNumbers(boardName: "overview" | "domain", domainId?: string): Promise<void> {
  const client = createClient({ baseUrl: service.url, key });
  const { totals, authentication, daily } = (
    await client.reports.readAggregate({ ...period, ...(domainId !== undefined && { domain_id: domainId }) })
  ).data;
  const ask = (title: string) => askPanel(boardName, title, domainId);
  expect(await ask("Messages")).toEqual([{ messages: totals.emails }]);
  expect(await ask("Reports")).toEqual([{ reports: totals.reports }]);
  expect(toRate((await ask("Compliance"))[0]?.compliance)).toBe(authentication.dmarc_pass_rate);
  const messages = (await ask("Messages by day")).map((row) => Number(row.Passed) + Number(row.Failed));
  expect(messages).toEqual(daily.map(({ emails }) => emails).filter((emails) => emails > 0));
  const rates = (await ask("Compliance by day")).map((row) => toRate(row.Compliance));
  expect(rates).toEqual(daily.filter(({ emails }) => emails > 0).map(({ pass_rate }) => pass_rate));
}

test("the overview has the numbers of the organization", async () => {
  await expectEqualNumbers("overview");
});

test("the board of a domain has the numbers of each domain", async () => {
  const client = createClient({ baseUrl: service.url, key });
  const { data } = await client.domains.list();
  expect(data.map(({ domain }) => domain).sort()).toEqual(domains);
  for (const { id } of data) await expectEqualNumbers("domain", id);
});

test("the board of the sources lists the same sources with the same numbers", async () => {
  const client = createClient({ baseUrl: service.url, key });
  const listed: string[] = [];
  for await (const { source_ip, total_count, pass_rate } of client.reports.listAllSources({ ...period, per_page: 100 }))
    listed.push(`${source_ip} ${total_count} ${pass_rate}`);
  const rows = await askPanel("sources", "Sources");
  expect(rows.map((row) => `${row.Source} ${row.Messages} ${toRate(row.Compliance)}`).sort()).toEqual(listed.sort());
  expect(listed.length).toBeGreaterThan(50);
});

test("capitals in a report make no result of their own", async () => {
  const results = new Set((await askPanel("sources", "DKIM results")).map((row) => row.Result));
  expect(results).toContain("pass");
  expect([...results].filter((result) => String(result) !== String(result).toLowerCase())).toEqual([]);
});
