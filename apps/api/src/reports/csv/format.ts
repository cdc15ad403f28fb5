import type { Readable } from "node:stream";
import { invalidAt, type readCaller } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import { type TObject, type TSchema, Type } from "typebox";
import { CSV_PLAN, requirePlan } from "../../plan.ts";
import { prefersCsv } from "./accept.ts";
import { toColumns } from "./columns.ts";

/** The parts of a request that are read; every request of the server fits. */
type AnyRequest = Parameters<typeof readCaller>[0];

/** A request whose parameters are known. */
export type ReportsRequest<Query> = AnyRequest & { query: Query };

/** The parts of a reply that are used. */
export interface ReportsReply {
  header(name: string, value: string): unknown;
  send(body: Readable): unknown;
}

export const FormatQuery = {
  format: Type.Optional(
    DescribedValues(
      {
        json: "One page, or the whole answer, as JSON.",
        csv: "Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher.",
      },
      { description: "Without this parameter the Accept header decides.", examples: ["json"] },
    ),
  ),
};

/** The response of a route with two forms: JSON with `schema`, and CSV with the fields of `row`. */
export function JsonOrCsv<Schema extends TSchema>(schema: Schema, row: TObject, rows: string) {
  const header = toColumns(row).map(({ name }) => `"${name}"`);
  return {
    description: `As JSON or as CSV: ${rows}. The first line names the columns after the JSON fields, nested fields with dots. Lists are JSON text. Texts that a spreadsheet could run as formulas begin with an apostrophe.`,
    content: {
      "application/json": { schema },
      "text/csv": { schema: Type.Unsafe<Readable>({ type: "string", examples: [`${header.join(",")}\r\n`] }) },
    },
  };
}

/** Options shared by the routes with a CSV form: CSV requires the plan and contains every row. */
export const csvRoute = {
  onRequest: async (request: AnyRequest, reply: { header(name: string, value: string): unknown }) => {
    reply.header("vary", "accept");
    if (isCsvWanted(request)) requirePlan(request, CSV_PLAN, "CSV exports");
  },
  preValidation: async (request: AnyRequest) => {
    if (isCsvWanted(request) && isObject(request.query)) dropPaging(request.query);
  },
};

/** Of those about reports, whose CSV has a fixed order. */
export const reportsRoute = {
  config: { scope: "reports:read", isExport: isCsvWanted },
  onRequest: csvRoute.onRequest,
  preValidation: async (request: AnyRequest) => {
    await csvRoute.preValidation(request);
    if (isCsvWanted(request) && isObject(request.query)) refuseOrder(request.query);
  },
};

export function isCsvWanted({ query, headers }: AnyRequest): boolean {
  const format = isObject(query) ? query.format : undefined;
  return format === undefined ? prefersCsv(headers.accept ?? "") : format === "csv";
}

/** Page parameters of a request; ignored for CSV. */
const PAGE_PARAMETERS = ["page", "per_page"];

/**
 * Removes the page parameters before validation, also on routes without pages: the contract promises that adding
 * `format=csv` to a request downloads its data, so an invalid page must not cause a refusal.
 */
function dropPaging(query: Record<string, unknown>): void {
  for (const name of PAGE_PARAMETERS) delete query[name];
}

/**
 * Drops pages and refuses an order, before validation. Silently ignoring an order or a starting point would return other
 * rows than those requested.
 */
export function refuseOrder(query: Record<string, unknown>): void {
  dropPaging(query);
  const given = ["sort", "after"].find((name) => Object.hasOwn(query, name));
  if (given !== undefined) {
    throw invalidAt(`/query/${given}`, "cannot be used with CSV, which contains every row in a fixed order");
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
