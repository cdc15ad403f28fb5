import type { Grown } from "./open-grown.ts";
import { LARGE_ORGANIZATION, toDomainId } from "./population.ts";

/** A question that is asked several times in a row to be measured. */
export interface Question {
  readonly name: string;
  readonly times: number;
  ask(grown: Grown): Promise<unknown>;
}

const DAY_MS = 86_400_000;
const PER_PAGE = 100;
const CHEAP_TIMES = 40;
/** The domain with the most reports. */
const DOMAIN = toDomainId(0);

export const toDay = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const allDays = { startDate: toDay(500), endDate: toDay(0) };
const month = { startDate: toDay(29), endDate: toDay(0) };
const byReceipt = { ...allDays, sort: { by: "receivedAt", descending: true } } as const;

type ListOptions = Omit<Parameters<Grown["metadata"]["reports"]["listReports"]>[1], "page" | "perPage">;

/** A page of the large organization's list; `place` from 0 (the first page) to 1 (the last). */
function list(name: string, place: number, options: ListOptions, times = CHEAP_TIMES): Question {
  return {
    name: `list, ${name}`,
    times,
    ask({ metadata, largeReports }) {
      const page = Math.max(1, Math.ceil((largeReports / PER_PAGE) * place));
      return metadata.reports.listReports(LARGE_ORGANIZATION, { ...options, page, perPage: PER_PAGE });
    },
  };
}

/** The next reports after a place in the order of receipt; `place` from 0 (the beginning) to 1 (the newest). */
function cursor(name: string, place: number, domainIds?: readonly string[]): Question {
  const filter = { ...allDays, ...(domainIds && { domainIds }), limit: PER_PAGE };
  return {
    name: `cursor, ${name}`,
    times: CHEAP_TIMES,
    ask: ({ metadata, largeReports }) =>
      metadata.reports.readReportFeed(LARGE_ORGANIZATION, { ...filter, after: Math.floor(largeReports * place) }),
  };
}

/** What the API asks PostgreSQL about reports and submissions. */
export const QUESTIONS: readonly Question[] = [
  list("first page", 0, allDays),
  list("middle page", 0.5, allDays),
  list("last page", 1, allDays),
  list("first page of a domain", 0, { ...allDays, domainIds: [DOMAIN] }),
  list("first page by receipt", 0, byReceipt),
  list("middle page by receipt", 0.5, byReceipt, 1),
  list("by messages, 30 days", 0, { ...month, sort: { by: "messages", descending: true } }, 1),
  list("of a reporter, 30 days", 0, { ...month, reporterDomain: "reporter7.example" }, 1),
  cursor("beginning", 0),
  cursor("middle", 0.5),
  cursor("newest of a domain", 0.999, [DOMAIN]),
  {
    name: "submissions, first page",
    times: 1,
    ask: ({ metadata }) => metadata.intake.listSubmissions(LARGE_ORGANIZATION, { page: 1, perPage: PER_PAGE }),
  },
  {
    name: "submissions, those to be looked at",
    times: 1,
    ask: ({ metadata }) =>
      metadata.intake.listSubmissions(LARGE_ORGANIZATION, { state: "refused", page: 1, perPage: PER_PAGE }),
  },
];
