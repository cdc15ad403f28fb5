import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateReport } from "./report-generator.ts";

const FIRST_DAY = 1_767_225_600;
const DAY_SECONDS = 86_400;
const DOMAINS = 5;

/** Report files of two tenants, a folder each. */
export interface TenantFiles {
  readonly folder: string;
  readonly tenants: readonly TenantFolder[];
}

export interface TenantFolder {
  readonly name: string;
  readonly folder: string;
  readonly domains: readonly string[];
  readonly files: readonly string[];
}

/** Writes generated reports of two tenants, always the same. */
export function writeTenantFiles(reportsEach: number): TenantFiles {
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-tenants-"));
  const tenants = ["one", "two"].map((name, index) => {
    const own = join(folder, name);
    mkdirSync(own);
    const domains = Array.from({ length: DOMAINS }, (_, domain) => `d${domain}.${name}.example`);
    for (let count = 0; count < reportsEach; count += 1) {
      const begin = FIRST_DAY + (count % 60) * DAY_SECONDS;
      const domain = domains[count % DOMAINS] ?? "";
      const report = generateReport({ seed: 1 + count + index * reportsEach, domain, begin });
      writeFileSync(join(own, `${String(count).padStart(5, "0")}.xml`), [...report.xml()].join(""));
    }
    const files = readdirSync(own).map((file) => join(own, file));
    return { name, folder: own, domains, files };
  });
  return { folder, tenants };
}

/** What a tenant's reports add up to. */
export interface Recount {
  readonly reports: number;
  readonly records: number;
  readonly messages: number;
  readonly passed: number;
}

/** Recounts files with nothing but regular expressions: shares no code with the product. */
export function recountFiles(files: readonly string[]): Recount {
  const texts = files.map((file) => readFileSync(file, "utf8"));
  const records = texts.flatMap((text) => text.match(/<record>.*?<\/record>/gs) ?? []);
  const count = (some: readonly string[]) =>
    some.reduce((sum, record) => sum + Number(record.match(/<count>(\d+)<\/count>/)?.[1]), 0);
  const isPassed = (record: string) =>
    /<(dkim|spf)>pass<\/\1>/.test(record.match(/<policy_evaluated>.*?<\/policy_evaluated>/s)?.[0] ?? "");
  const passed = count(records.filter(isPassed));
  return { reports: texts.length, records: records.length, messages: count(records), passed };
}

/** The same numbers from the list of reports, over plain HTTP. */
export async function recountOverHttp(url: string, key: string): Promise<Recount> {
  const sums = { reports: 0, records: 0, messages: 0, passed: 0 };
  for (let page = 1, isMore = true; isMore; page += 1) {
    const { data } = await getJson(`${url}/api/v1/reports?per_page=50&page=${page}`, key);
    for (const { id, total_count, pass_count } of data) {
      const { data: report } = await getJson(`${url}/api/v1/reports/${id}`, key);
      sums.reports += 1;
      sums.records += report.records.length;
      sums.messages += total_count;
      sums.passed += pass_count;
    }
    isMore = data.length > 0;
  }
  return sums;
}

async function getJson(url: string, key: string) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  return JSON.parse(await response.text());
}
