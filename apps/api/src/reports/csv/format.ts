import type { Readable } from "node:stream";
import { invalidAt, type readCaller } from "@ruaflow/http";
import { type TObject, type TSchema, Type } from "typebox";
import { CSV_PLAN, requirePlan } from "../../plan.ts";
import { prefersCsv } from "./accept.ts";
import { toColumns } from "./columns.ts";

/** What a request is looked at for; every request of the server fits. */
type AnyRequest = Parameters<typeof readCaller>[0];

export const FormatQuery = {
  format: Type.Optional(
    Type.Unsafe<"json" | "csv">({
      type: "string",
      enum: ["json", "csv"],
      description:
        "csv: everything that the other parameters choose, not one page, as CSV; page and per_page are then ignored, whatever their values. Plan protect and above. Without it the Accept header decides.",
      examples: ["json"],
    }),
  ),
};

/** The answer of a route that has two forms: JSON as `schema` says, and CSV with the fields of `row`. */
export function JsonOrCsv<Schema extends TSchema>(schema: Schema, row: TObject, rows: string) {
  const header = toColumns(row).map(({ name }) => `"${name}"`);
  return {
    description: `As JSON or as CSV: ${rows}. The first line names the columns like the fields of the JSON, those of fields with dots; lists are JSON text; texts that a spreadsheet would run have an apostrophe in front.`,
    content: {
      "application/json": { schema },
      "text/csv": { schema: Type.Unsafe<Readable>({ type: "string", examples: [`${header.join(",")}\r\n`] }) },
    },
  };
}

/** What the routes with a CSV form have beside their schema: whoever asks for CSV needs the plan, and gets everything. */
export const reportsRoute = {
  config: { scope: "reports:read", isExport: isCsvWanted },
  onRequest: async (request: AnyRequest, reply: { header(name: string, value: string): unknown }) => {
    reply.header("vary", "accept");
    if (isCsvWanted(request)) requirePlan(request, CSV_PLAN, "CSV exports");
  },
  preValidation: async (request: AnyRequest) => {
    if (!isCsvWanted(request) || !isObject(request.query)) return;
    dropPaging(request.query);
    refuseOrder(request.query);
  },
};

export function isCsvWanted({ query, headers }: AnyRequest): boolean {
  const format = isObject(query) ? query.format : undefined;
  return format === undefined ? prefersCsv(headers.accept ?? "") : format === "csv";
}

/** Page parameters of a request. A CSV has everything. */
const PAGE_PARAMETERS = ["page", "per_page"];

/**
 * Forgets the page parameters before they are validated, also on routes without pages: the contract promises that adding
 * `format=csv` to a request downloads its data, so a page that is invalid or out of range must not refuse it.
 */
function dropPaging(query: Record<string, unknown>): void {
  for (const name of PAGE_PARAMETERS) delete query[name];
}

/** Ignoring an order, or a place to begin at, would give other rows than those asked for, unnoticed. */
function refuseOrder(query: Record<string, unknown>): void {
  const given = ["sort", "after"].find((name) => Object.hasOwn(query, name));
  if (given !== undefined) {
    throw invalidAt(`/query/${given}`, "cannot be used for CSV, which has everything in a fixed order");
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
