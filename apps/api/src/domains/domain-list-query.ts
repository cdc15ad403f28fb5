import type { Caller } from "@ruaflow/http";
import { type DomainFilter, type DomainSort, domainStatuses } from "@ruaflow/metadata-store/domains";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { ClientReferenceSchema, LabelSchema, oneOrMore } from "../domain-filter.ts";
import { PagingQuery } from "../paging.ts";
import { FormatQuery } from "../reports/csv/format.ts";
import { SortQuery, toSort } from "../reports/sort.ts";
import { DnsStateSchema, StatusSchema } from "./domain-schema.ts";
import { toSums } from "./domain-sums.ts";
import { readUnseenPolicies } from "./published-policy.ts";

const SILENT_DAYS_MAX = 3650;

const SORT_FIELDS = new Map<string, DomainSort>([
  ["domain", "name"],
  ["status", "status"],
  ["created_at", "created_at"],
  ["verified_at", "verified_at"],
  ["pass_rate", "pass_rate"],
  ["messages", "messages"],
  ["pass_rate_change", "pass_rate_change"],
  ["last_report_at", "last_report_at"],
  ["dmarc_policy", "dmarc_policy"],
  ["open_alerts", "open_alerts"],
  ["client_reference", "client_reference"],
]);

const policies = ["none", "quarantine", "reject", "unknown"] as const;

const Rate = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 100, description, examples: [90] }));

export const domainListQuery = Type.Object(
  {
    status: Type.Optional(StatusSchema),
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 253,
        description: "Part of the name, of the client reference or of a label; case is ignored.",
        examples: ["exam"],
      }),
    ),
    label: oneOrMore(LabelSchema, {
      description: "Domains with this label; repeat it for domains with any of several.",
      examples: ["client-a"],
    }),
    client_reference: oneOrMore(ClientReferenceSchema, {
      description: "Domains with this client reference; repeat it for any of several.",
      examples: ["C-1042"],
    }),
    dmarc_policy: oneOrMore(Type.Unsafe<(typeof policies)[number]>({ type: "string", enum: [...policies] }), {
      description:
        "Domains with this policy, as shown; unknown: neither DNS nor a report has shown one. Repeat it for any of several.",
      examples: ["none"],
    }),
    dns_state: oneOrMore(DnsStateSchema, {
      description: "Domains in this state; repeat it for any of several.",
      examples: ["missing"],
    }),
    pass_rate_below: Rate("Domains with mail in the last 30 days and a lower pass rate than this."),
    pass_rate_above: Rate("Domains with mail in the last 30 days and a higher pass rate than this."),
    silent_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: SILENT_DAYS_MAX,
        description:
          "Domains with at least this many UTC days without a report that counts, up to yesterday. Days count from latest_day or, if later, from the day of the verification. The time of receipt does not matter, so an import of old reports changes nothing. A domain that was never verified is left out.",
        examples: [3],
      }),
    ),
    has_alerts: Type.Optional(
      Type.Boolean({ description: "true: domains with an open alert; false: those without.", examples: [true] }),
    ),
    ...PagingQuery,
    ...SortQuery([...SORT_FIELDS.keys()], "domain"),
    ...FormatQuery,
  },
  { additionalProperties: false },
);

export type DomainListQuery = Static<typeof domainListQuery>;

/** What a query selects, and in which order; domains without a value come last. */
export async function readDomainList(context: ApiContext, caller: Caller, query: DomainListQuery) {
  const { field, descending } = toSort(query.sort);
  const by = SORT_FIELDS.get(field) ?? "name";
  const needsPolicies = by === "dmarc_policy" || query.dmarc_policy !== undefined;
  return {
    ...toFilter(query),
    ...toSums(context, caller),
    ...(needsPolicies && { reportedPolicies: await readUnseenPolicies(context, caller.organizationId) }),
    sort: { by, descending },
  };
}

function toFilter(query: DomainListQuery): Omit<DomainFilter, "today" | "counted" | "reportedPolicies"> {
  const { search, label, client_reference, dmarc_policy, dns_state, silent_days, has_alerts } = query;
  const { pass_rate_below, pass_rate_above } = query;
  const status = domainStatuses.find((name) => name === query.status);
  return {
    ...(status !== undefined && { status }),
    ...(search !== undefined && { search: search.toLowerCase() }),
    ...(label !== undefined && { labels: [label].flat() }),
    ...(client_reference !== undefined && { clientReferences: [client_reference].flat() }),
    ...(dmarc_policy !== undefined && { policies: [dmarc_policy].flat() }),
    ...(dns_state !== undefined && { dnsStates: [dns_state].flat() }),
    ...(pass_rate_below !== undefined && { passRateBelow: pass_rate_below }),
    ...(pass_rate_above !== undefined && { passRateAbove: pass_rate_above }),
    ...(silent_days !== undefined && { silentDaysMin: silent_days }),
    ...(has_alerts !== undefined && { hasAlerts: has_alerts }),
  };
}
