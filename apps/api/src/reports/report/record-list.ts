import { type HttpServer, readCaller } from "@ruaflow/http";
import type { ListedRecord, RecordSort } from "@ruaflow/record-store/records";
import { addSourceFacts, together } from "@ruaflow/verdicts/facts";
import { readShown } from "@ruaflow/verdicts/judge";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { CountedQuery, DomainsQuery } from "../../domain-filter.ts";
import { PagingMeta, PagingQuery, writePage } from "../../paging.ts";
import { PeriodQuery } from "../../period.ts";
import { RECORD_FILTERS, RecordQuery, ResultQuery } from "../../record-query.ts";
import { VERDICT_NOTE } from "../../senders/verdict-schema.ts";
import { isCsvWanted, JsonOrCsv } from "../csv/format.ts";
import { sendCsv } from "../csv/send-csv.ts";
import { ReportsErrors } from "../errors.ts";
import { registerFiltered } from "../reports-route.ts";
import { SortQuery, toSort } from "../sort.ts";
import { ONE_DOMAIN_NOTE, PeriodMeta, readListFilter, readPeriodMeta } from "../sources/source-query.ts";
import { type DescribedRecord, ListedRecordSchema, toRecordRow } from "./record-schema.ts";

const SORT_FIELDS = new Map<string, RecordSort["by"]>([
  ["date_range", "day"],
  ["count", "messages"],
]);

const parameters = (idsMax?: number) =>
  Type.Object(
    {
      ...DomainsQuery(idsMax),
      ...PeriodQuery,
      ...CountedQuery,
      ...RecordQuery,
      ...ResultQuery,
      ...PagingQuery,
      ...SortQuery([...SORT_FIELDS.keys()], "-date_range"),
    },
    { additionalProperties: false },
  );

type RecordListQuery = Static<ReturnType<typeof parameters>> & { readonly format?: "json" | "csv" };

const Meta = {
  ...PagingMeta,
  total_messages: Type.Integer({
    description:
      "Messages of the records on all pages: the sum of their counts, as the aggregate of the same filter has it.",
    examples: [24],
  }),
  ...PeriodMeta,
};

const schema = {
  operationId: "listRecords",
  tags: ["Reports"],
  summary: "Records of the reports of a period, newest day first",
  description: `The rows that other figures of the period are sums of; result=fail has the failed messages. ${ONE_DOMAIN_NOTE} See [periods](/docs/reports#periods) and ${RECORD_FILTERS}. ${VERDICT_NOTE}`,
  response: {
    200: JsonOrCsv(
      Type.Object({ data: Type.Array(ListedRecordSchema), meta: Type.Object(Meta) }),
      ListedRecordSchema,
      "a row for each record, by domain, then day",
    ),
    ...ReportsErrors,
  },
};

/** GET and POST /reports/records */
export function registerRecordList(server: HttpServer, context: ApiContext): void {
  const { records, inOneSnapshot } = context;
  const postOperationId = "queryRecords";
  const route = { inOneSnapshot, path: "/reports/records", postOperationId, cached: true as const, schema, parameters };
  registerFiltered<RecordListQuery>(server, route, async (request, reply) => {
    const caller = readCaller(request);
    const { organizationId } = caller;
    const filter = await readListFilter(context, caller, request.query);
    const describe = createRecordDescriber(context, organizationId);
    if (isCsvWanted(request)) {
      const items = together(records.exportRecords(organizationId, filter), describe);
      const file = { name: "records", period: filter, row: ListedRecordSchema };
      return sendCsv(request, reply, { ...file, items, toRow: toRecordRow });
    }
    const { page, per_page, sort } = request.query;
    const options = { ...filter, page, perPage: per_page, sort: toRecordSort(sort) };
    const [{ records: found, total, messages }, period] = await Promise.all([
      records.listRecords(organizationId, options),
      readPeriodMeta(context, organizationId, filter),
    ]);
    const data = (await describe(found)).map(toRecordRow);
    const meta = { total_messages: messages, ...period };
    return writePage({ data, total, meta }, { request: { url: request.url, query: { page, per_page } }, reply });
  });
}

function toRecordSort(sort: string): RecordSort {
  const { field, descending } = toSort(sort);
  return { by: SORT_FIELDS.get(field) ?? "day", descending };
}

/** Adds what is known of addresses, the verdicts on them, and the names of domains. */
function createRecordDescriber(context: ApiContext, organizationId: string) {
  return async (items: readonly ListedRecord[]): Promise<DescribedRecord[]> => {
    const ids = new Set(items.map(({ domainId }) => domainId));
    const [sourced, nameOf, toVerdict] = await Promise.all([
      addSourceFacts(context, items),
      context.metadata.domains.readDomainNames(organizationId, [...ids]),
      readShown(context, organizationId, items),
    ]);
    return sourced.map(({ item, facts }) => ({ item, facts, nameOf, verdict: toVerdict(item) }));
  };
}
