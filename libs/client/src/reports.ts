import type { Bytes, Caller, Query, RequestBody } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { Body, CallOptions } from "./outgoing-request.ts";
import { createReportGroups, withoutGroups } from "./report-groups.ts";
import { createReportLists } from "./report-lists.ts";

/** CSV has all rows: no pages, and a fixed order. */
type Whole<Name extends "listReports" | "listSources" | "listFailures" | "listRecords"> = Omit<
  Query<Name>,
  "page" | "per_page" | "sort" | "after" | "group_by"
>;

/** The same filters as a list's query, with up to 10,000 domains; pages are in it, and CSV is not. */
type Search<
  Name extends
    | "searchReports"
    | "queryAggregate"
    | "queryCompleteness"
    | "querySources"
    | "queryFailures"
    | "queryRecords",
> = RequestBody<Name>;
type List<Name extends "listSources" | "listFailures"> = Omit<Query<Name>, "group_by">;
type Aggregate = Omit<Query<"readAggregate">, "group_by" | "page" | "per_page" | "sort">;

/** Reports: lists, single reports, records, sums of a period, sources and failures, also as CSV; and uploads. */
export function createReports({ ask, askBytes, askCsv, upload }: Caller) {
  const listSources = async (query: List<"listSources"> = {}, options?: CallOptions) =>
    withoutGroups(await ask("listSources", { query }, options));
  const listFailures = async (query: List<"listFailures"> = {}, options?: CallOptions) =>
    withoutGroups(await ask("listFailures", { query }, options));
  return {
    ...createReportLists({ ask }),
    ...createReportGroups({ ask, askCsv }),
    listCsv: (query: Whole<"listReports"> = {}, options?: CallOptions) => askCsv("listReports", { query }, options),
    read: (id: string, options?: CallOptions) => ask("readReport", { path: { id } }, options),
    /** As `read`, with the records of one page only: a report may have a million. */
    readPage: (id: string, query: Query<"readReport">, options?: CallOptions) =>
      ask("readReport", { path: { id }, query }, options),
    readCsv: (id: string, options?: CallOptions) => askCsv("readReport", { path: { id } }, options),
    /** The XML document as the reporter sent it. */
    download: (id: string, options?: CallOptions): Promise<Bytes> =>
      askBytes("downloadReport", { path: { id } }, options),
    readAggregate: async (query: Aggregate = {}, options?: CallOptions) =>
      withoutGroups(await ask("readAggregate", { query }, options)),
    readAggregateCsv: (query: Aggregate = {}, options?: CallOptions) => askCsv("readAggregate", { query }, options),
    /** What has come in of the newest seven days, so that yesterday does not look like a drop. */
    readCompleteness: (query: Query<"readCompleteness"> = {}, options?: CallOptions) =>
      ask("readCompleteness", { query }, options),
    listSources,
    listAllSources: (query: List<"listSources"> = {}, options?: CallOptions) =>
      listAll((page: List<"listSources">) => listSources(page, options), query),
    listSourcesCsv: (query: Whole<"listSources"> = {}, options?: CallOptions) =>
      askCsv("listSources", { query }, options),
    listFailures,
    listAllFailures: (query: List<"listFailures"> = {}, options?: CallOptions) =>
      listAll((page: List<"listFailures">) => listFailures(page, options), query),
    listFailuresCsv: (query: Whole<"listFailures"> = {}, options?: CallOptions) =>
      askCsv("listFailures", { query }, options),
    /** The records whose messages the other figures of a period are sums of. */
    listRecords: (query: Query<"listRecords"> = {}, options?: CallOptions) => ask("listRecords", { query }, options),
    listAllRecords: (query: Query<"listRecords"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listRecords">) => ask("listRecords", { query: page }, options), query),
    listRecordsCsv: (query: Whole<"listRecords"> = {}, options?: CallOptions) =>
      askCsv("listRecords", { query }, options),
    /** As `list` for up to 10,000 domains, which a URL cannot carry. */
    search: (body: Search<"searchReports">, options?: CallOptions) => ask("searchReports", { body }, options),
    /** As `readAggregate` for up to 10,000 domains. */
    queryAggregate: (body: Search<"queryAggregate">, options?: CallOptions) => ask("queryAggregate", { body }, options),
    /** As `readCompleteness` for up to 10,000 domains. */
    queryCompleteness: (body: Search<"queryCompleteness">, options?: CallOptions) =>
      ask("queryCompleteness", { body }, options),
    /** As `listSources` for up to 10,000 domains. */
    querySources: (body: Search<"querySources">, options?: CallOptions) => ask("querySources", { body }, options),
    /** As `listFailures` for up to 10,000 domains. */
    queryFailures: (body: Search<"queryFailures">, options?: CallOptions) => ask("queryFailures", { body }, options),
    /** As `listRecords` for up to 10,000 domains. */
    queryRecords: (body: Search<"queryRecords">, options?: CallOptions) => ask("queryRecords", { body }, options),
    /** Uploads a file unchanged, or FormData with many files. A stream is sent only once: it cannot be retried. */
    upload: (body: Body, query: Query<"uploadReports"> = {}, options?: CallOptions) =>
      upload("uploadReports", { query, body }, options),
    /** What would be read in a file; nothing is stored. */
    explain: (body: Body, query: Query<"explainReport"> = {}, options?: CallOptions) =>
      upload("explainReport", { query, body }, options),
  };
}
