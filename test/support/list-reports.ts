import { ask } from "./service.ts";

/** A report as the list gives it. */
export interface ListedReport {
  readonly id: string;
  readonly domain_id: string;
  readonly total_count: number;
  readonly pass_count: number;
  readonly fail_count: number;
}

interface ReportPage {
  readonly data: readonly ListedReport[];
  readonly meta: { readonly total: number; readonly total_pages: number };
}

/** Every report of the key's organization, page by page. */
export async function listAllReports(api: { readonly url: string }, key: string): Promise<ListedReport[]> {
  const reports: ListedReport[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await ask<ReportPage>(api, key, `/api/v1/reports?per_page=100&page=${page}`);
    reports.push(...body.data);
    pages = body.meta.total_pages;
  }
  return reports;
}

export async function countReports(api: { readonly url: string }, key: string): Promise<number> {
  return (await ask<ReportPage>(api, key, "/api/v1/reports?per_page=1")).body.meta.total;
}
