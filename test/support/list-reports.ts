import { type Answer, createClient } from "@ruaflow/client";

/** A report as in the list. */
export type ListedReport = Answer<"listReports">["data"][number];

/** Without retries: callers that kill processes look up the new address themselves. */
const connect = (api: { readonly url: string }, key: string) => createClient({ baseUrl: api.url, key, retries: 0 });

/** Every report of the key's organization, page by page. */
export async function listAllReports(api: { readonly url: string }, key: string): Promise<ListedReport[]> {
  const reports: ListedReport[] = [];
  for await (const report of connect(api, key).reports.listAll()) reports.push(report);
  return reports;
}

export async function countReports(api: { readonly url: string }, key: string): Promise<number> {
  return (await connect(api, key).reports.list({ per_page: 1 })).meta.total;
}
