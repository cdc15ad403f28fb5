import { type HttpServer, readCaller } from "@ruaflow/http";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { CountedQuery, DomainsQuery, readFilter } from "../../domain-filter.ts";
import { PeriodQuery } from "../../period.ts";
import { SHOWS_NO_FACTS } from "../cache/derives-from-facts.ts";
import { isCsvWanted, JsonOrCsv } from "../csv/format.ts";
import { sendCsv } from "../csv/send-csv.ts";
import { ReportsErrors } from "../errors.ts";
import { registerFiltered } from "../reports-route.ts";
import { DayCompletenessSchema, toCompletenessBody } from "./completeness-schema.ts";
import { readNewestDays } from "./read-reporters.ts";

const parameters = (idsMax?: number) =>
  Type.Object({ ...DomainsQuery(idsMax), ...PeriodQuery, ...CountedQuery }, { additionalProperties: false });

type CompletenessQuery = Static<ReturnType<typeof parameters>>;

const schema = {
  operationId: "readCompleteness",
  tags: ["Reports"],
  summary: "Show how complete the newest seven days of a period are, and which reporters are missing",
  description:
    "Compares each day with the same weekdays before it, so that yesterday does not look like a drop. Without dates the last day is today (UTC). See [completeness](/docs/reports#completeness) for which reporters are expected.",
  response: {
    200: JsonOrCsv(
      Type.Object({ data: Type.Array(DayCompletenessSchema) }),
      DayCompletenessSchema,
      "a row for each day, the oldest first",
    ),
    ...ReportsErrors,
  },
};

/** GET and POST /reports/completeness */
export function registerCompleteness(server: HttpServer, context: ApiContext): void {
  const operation = { path: "/reports/completeness", postOperationId: "queryCompleteness" };
  const { inOneSnapshot } = context;
  const route = { ...operation, inOneSnapshot, cached: SHOWS_NO_FACTS, schema, parameters } as const;
  registerFiltered<CompletenessQuery>(server, route, async (request, reply) => {
    const caller = readCaller(request);
    const filter = await readFilter(context, caller, request.query);
    const days = await readNewestDays(context, caller.organizationId, filter);
    const data = days.map(toCompletenessBody);
    if (!isCsvWanted(request)) return { data };
    const file = { name: "completeness", period: filter, row: DayCompletenessSchema };
    return sendCsv(request, reply, { ...file, items: data, toRow: (day) => day });
  });
}
