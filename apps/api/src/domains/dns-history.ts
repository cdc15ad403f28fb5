import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import { DNS_HISTORY_MAX, type DnsHistoryEntry } from "@ruaflow/metadata-store/watch";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { PagingMeta, PagingQuery, toLinkHeader, toPagingMeta } from "../paging.ts";
import { DomainParams, DomainProblems } from "./domain-schema.ts";
import { requireDomain } from "./require-domain.ts";

const Value = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

const EntrySchema = Type.Object({
  record: DescribedValues(
    {
      dmarc: "The DMARC record.",
      mta_sts: "The MTA-STS record.",
      verification: "The record with the verification token.",
      report_authorization: "The record by which the service agrees to receive the domain's reports.",
    },
    { description: "Which of the domain's records.", examples: ["dmarc"] },
  ),
  host: Type.String({ description: "Name that was looked up.", examples: ["_dmarc.example.com"] }),
  old: Value("The previous record, one line for each text; null: no record.", "v=DMARC1; p=none"),
  new: Value("The record since then; null: no record.", "v=DMARC1; p=reject"),
  differences: Type.Array(Type.String(), {
    description: "The differences in words; empty for the first entry of a record.",
    examples: [["p: none → reject"]],
  }),
  checked_at: Type.String({
    format: "date-time",
    description: "When the record was looked up.",
    examples: ["2026-10-01T08:30:00.000Z"],
  }),
});

const schema = {
  operationId: "listDomainDnsHistory",
  tags: ["Domains"],
  summary: "List changes of a domain's DNS records, newest first",
  description: `Each record as first seen, and each change since. DNS is checked about once an hour while the setting dns_watch is on; a failed lookup does not count as a change. The newest ${DNS_HISTORY_MAX} entries of each record are kept, each cut to 2,048 characters.`,
  params: DomainParams,
  querystring: Type.Object(PagingQuery, { additionalProperties: false }),
  response: {
    200: Type.Object({ data: Type.Array(EntrySchema), meta: Type.Object(PagingMeta) }),
    ...DomainProblems,
    404: ProblemSchema,
  },
};

/** GET /domains/:id/dns/history */
export function registerDnsHistory(server: HttpServer, context: ApiContext): void {
  server.get("/domains/:id/dns/history", { schema, config: { scope: "domains:read" } }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { page, per_page } = request.query;
    const { id: domainId } = await requireDomain(context, organizationId, request.params.id);
    const options = { domainId, page, perPage: per_page };
    const { items, total } = await context.metadata.watch.listDnsHistory(organizationId, options);
    reply.header("link", toLinkHeader(request.url, total, request.query));
    return { data: items.map(toEntryBody), meta: toPagingMeta(total, request.query) };
  });
}

function toEntryBody({ record, host, oldValue, newValue, differences, checkedAt }: DnsHistoryEntry) {
  const texts = { old: oldValue, new: newValue, differences: [...differences] };
  return { record, host, ...texts, checked_at: checkedAt.toISOString() };
}
