import { ask } from "../support/service.ts";
import type { Asking, Question } from "./ask.ts";
import type { FilledOrganization } from "./fill/spec.ts";

const PER_PAGE = 100;
/** Several domains and reports are requested in turn, so that not one cached answer is measured. */
const DOMAINS_ASKED = 5;
const DAY_MS = 86_400_000;

interface Listing {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly total: number };
}

/** The last page of a list, and ids of the items on some of its pages. */
export async function readListing(path: string, { url, key }: Asking): Promise<{ lastPage: number; ids: string[] }> {
  const read = async (page: number) =>
    (await ask<Listing>({ url }, key, `${path}?per_page=${PER_PAGE}&page=${page}`)).body;
  const first = await read(1);
  const lastPage = Math.max(1, Math.ceil(first.meta.total / PER_PAGE));
  const middle = await read(Math.ceil(lastPage / 2));
  return { lastPage, ids: [...first.data.slice(0, 10), ...middle.data.slice(0, 10)].map(({ id }) => id) };
}

/** Every question to the Reports API, for one domain and for all, over the last 30 days. */
export async function toReportQuestions(
  organization: FilledOrganization,
  { lastDay, asking }: { readonly lastDay: string; readonly asking: Asking },
): Promise<Question[]> {
  const { lastPage, ids } = await readListing("/api/v1/reports", asking);
  const firstDay = new Date(Date.parse(lastDay) - 29 * DAY_MS).toISOString().slice(0, 10);
  const month = `start_date=${firstDay}&end_date=${lastDay}`;
  const whole = (path: string) => [`/api/v1/reports${path}?${month}`];
  const oneDomain = (path: string) =>
    organization.domainIds.slice(0, DOMAINS_ASKED).map((id) => `/api/v1/reports${path}?${month}&domain_id=${id}`);
  const page = (number: number) => [`/api/v1/reports?per_page=${PER_PAGE}&page=${number}`];
  const domainGoal = { one: 100, many: 100 };
  return [
    { name: "aggregate, one domain, 30 days", paths: oneDomain("/aggregate"), goals: domainGoal },
    { name: "aggregate, whole organization, 30 days", paths: whole("/aggregate"), goals: { one: 500, many: 500 } },
    { name: "sources, one domain, 30 days", paths: oneDomain("/sources") },
    { name: "sources, whole organization, 30 days", paths: whole("/sources") },
    { name: "failures, one domain, 30 days", paths: oneDomain("/failures") },
    { name: "failures, whole organization, 30 days", paths: whole("/failures") },
    { name: "list of reports, one domain, 30 days", paths: oneDomain("") },
    { name: "list of reports, first page", paths: page(1) },
    { name: `list of reports, last page (${lastPage})`, paths: page(lastPage) },
    { name: "one report", paths: ids.map((id) => `/api/v1/reports/${id}`) },
  ];
}
