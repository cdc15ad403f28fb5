import type { Bytes, Caller, Query } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { Body, CallOptions } from "./outgoing-request.ts";
import { createReportLists } from "./report-lists.ts";

/** CSV has all rows: no pages, and a fixed order. */
type Whole<Name extends "listReports" | "listSources" | "listFailures"> = Omit<
  Query<Name>,
  "page" | "per_page" | "sort" | "after"
>;

/** Reports: lists, single reports with their records, sums of a period, sources and failures, also as CSV; and uploads. */
export function createReports({ ask, askBytes, askCsv, upload }: Caller) {
  const listSources = (query: Query<"listSources"> = {}, options?: CallOptions) =>
    ask("listSources", { query }, options);
  const listFailures = (query: Query<"listFailures"> = {}, options?: CallOptions) =>
    ask("listFailures", { query }, options);
  return {
    ...createReportLists({ ask }),
    listCsv: (query: Whole<"listReports"> = {}, options?: CallOptions) => askCsv("listReports", { query }, options),
    read: (id: string, options?: CallOptions) => ask("readReport", { path: { id } }, options),
    readCsv: (id: string, options?: CallOptions) => askCsv("readReport", { path: { id } }, options),
    /** The XML document as the reporter sent it. */
    download: (id: string, options?: CallOptions): Promise<Bytes> =>
      askBytes("downloadReport", { path: { id } }, options),
    readAggregate: (query: Query<"readAggregate"> = {}, options?: CallOptions) =>
      ask("readAggregate", { query }, options),
    readAggregateCsv: (query: Query<"readAggregate"> = {}, options?: CallOptions) =>
      askCsv("readAggregate", { query }, options),
    listSources,
    listAllSources: (query: Query<"listSources"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listSources">) => listSources(page, options), query),
    listSourcesCsv: (query: Whole<"listSources"> = {}, options?: CallOptions) =>
      askCsv("listSources", { query }, options),
    listFailures,
    listAllFailures: (query: Query<"listFailures"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listFailures">) => listFailures(page, options), query),
    listFailuresCsv: (query: Whole<"listFailures"> = {}, options?: CallOptions) =>
      askCsv("listFailures", { query }, options),
    /** Uploads a file unchanged, or FormData with many files. A stream is sent only once: it cannot be retried. */
    upload: (body: Body, query: Query<"uploadReports"> = {}, options?: CallOptions) =>
      upload("uploadReports", { query, body }, options),
    /** What would be read in a file; nothing is stored. */
    explain: (body: Body, query: Query<"explainReport"> = {}, options?: CallOptions) =>
      upload("explainReport", { query, body }, options),
  };
}
