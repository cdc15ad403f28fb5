import { readCaller } from "@ruaflow/http";
import { needsVerdicts } from "@ruaflow/record-store/filters";
import type { TObject } from "typebox";
import type { ApiContext } from "../../context.ts";
import { type FilterQuery, readFilter, type SumsFilter } from "../../domain-filter.ts";
import { type PageQuery, readPageQuery, writePage } from "../../paging.ts";
import { type CompareParameters, type Period, readComparedPeriod } from "../../period.ts";
import type { sendStream } from "../../send-stream.ts";
import { isCsvWanted } from "../csv/format.ts";
import { sendCsv } from "../csv/send-csv.ts";
import { readVerdictState } from "../verdict-state.ts";
import {
  type ComparedPage,
  GROUPS_MAX,
  type Group,
  type Grouping,
  type GroupPage,
  type GroupsQuestion,
  verdictGroupings,
} from "./group.ts";
import { type GroupSorts, toGroupSort } from "./group-query.ts";
import { readGroups } from "./read-groups.ts";

/** How a route answers with groups. */
export interface GroupForm<Body extends object, Meta extends object> {
  /** Begin of the name of the CSV file. */
  readonly name: string;
  readonly failuresOnly: boolean;
  readonly sorts: GroupSorts;
  readonly sortDefault: string;
  /** Describes a group, and so a row of the CSV. */
  readonly row: TObject;
  toBody(group: Group, groupBy: Grouping, page: ComparedPage): Body;
  /** What `meta` has besides that of all groups. */
  toMeta(page: GroupPage): Meta;
}

/** The query of a request for groups. */
export interface GroupsRequest extends FilterQuery, CompareParameters, Partial<PageQuery> {
  readonly group_by: Grouping;
  readonly sort?: string;
}

interface Exchange<Reply> {
  readonly request: Parameters<typeof sendStream>[0] & Parameters<typeof readCaller>[0] & { readonly url: string };
  readonly reply: Parameters<typeof sendStream<Reply>>[1] & { header(name: string, value: string): unknown };
}

/** Answers with a page of groups, or with all of them as CSV. */
export async function answerGroups<Reply, Body extends object, Meta extends object>(
  context: ApiContext,
  { request, reply }: Exchange<Reply>,
  { query, form }: { readonly query: GroupsRequest; readonly form: GroupForm<Body, Meta> },
) {
  const caller = readCaller(request);
  const filter = await readFilter(context, caller, query);
  const previous = readComparedPeriod(query, { period: filter, now: context.now() });
  const { group_by: groupBy, sort = form.sortDefault } = query;
  const isCsv = isCsvWanted(request);
  const paging = readPageQuery({ page: 1, ...query }) ?? { page: 1, per_page: 1 };
  const asked = isCsv ? { page: 1, perPage: GROUPS_MAX } : { page: paging.page, perPage: paging.per_page };
  const question = { filter, previous, groupBy, failuresOnly: form.failuresOnly, sort: toGroupSort(sort, form.sorts) };
  const [groups, span] = await Promise.all([
    readGroups(context, caller.organizationId, { ...question, ...asked }),
    context.metadata.reports.readReportSpan(caller.organizationId, filter),
  ]);
  // Without data of the whole earlier period, a change says when reports began, and nothing about mail.
  const isCovered = span.firstDay !== null && span.firstDay <= previous.startDate;
  const page: ComparedPage = { ...groups, notComparable: isCovered ? null : "no_earlier_data" };
  const bodies = page.groups.map((group) => form.toBody(group, groupBy, page));
  if (isCsv) {
    const file = { name: `${form.name}_by_${groupBy}`, period: filter, row: form.row };
    return sendCsv(request, reply, { ...file, items: bodies, toRow: (row) => row });
  }
  const verdicts = isOfVerdicts(groupBy, filter) ? await readVerdictState(context, caller.organizationId, filter) : {};
  const meta = { ...toGroupsMeta(question, page), ...form.toMeta(page), ...verdicts };
  const total = Math.min(page.total, GROUPS_MAX);
  return writePage({ data: bodies, total, meta }, { request: { url: request.url, query: paging }, reply });
}

const ofVerdicts: ReadonlySet<Grouping> = new Set(verdictGroupings);

/** Whether verdicts on sources decide which mail is in which group. */
function isOfVerdicts(groupBy: Grouping, { records }: SumsFilter): boolean {
  return ofVerdicts.has(groupBy) || needsVerdicts(records);
}

interface Asked extends Pick<GroupsQuestion, "previous" | "groupBy"> {
  readonly filter: Period;
}

function toGroupsMeta({ filter, previous, groupBy }: Asked, { total, notComparable }: ComparedPage) {
  const toPeriod = ({ startDate: start, endDate: end }: Period) => ({ start, end });
  return {
    group_by: groupBy,
    period: toPeriod(filter),
    previous_period: toPeriod(previous),
    not_comparable: notComparable,
    groups_omitted: Math.max(0, total - GROUPS_MAX),
  };
}
