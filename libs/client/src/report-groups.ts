import type { Caller, Query } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

type Route = "readAggregate" | "listSources" | "listFailures";

/** A query of one of the routes that asks for groups. */
type GroupQuery<Name extends Route> = Query<Name> & {
  readonly group_by: Query<Name> extends { readonly group_by?: infer Value } ? NonNullable<Value> : never;
};

/** CSV has all groups, the largest first. */
type WholeQuery<Name extends Route> = Omit<GroupQuery<Name>, "page" | "per_page" | "sort">;

type Grouped<Body> = Extract<Body, { readonly meta: { readonly groups_omitted: number } }>;

function isGrouped<Body extends { readonly meta: object }>(body: Body): body is Grouped<Body> {
  return "groups_omitted" in body.meta;
}

function toGroups<Body extends { readonly meta: object }>(body: Body): Grouped<Body> {
  if (isGrouped(body)) return body;
  throw new TypeError("The service answered without groups although group_by was given.");
}

/** The answer to a question without `group_by`. */
export function withoutGroups<Body extends { readonly meta: object }>(body: Body): Exclude<Body, Grouped<Body>> {
  if (isGrouped(body)) throw new TypeError("The service answered with groups: use the functions for groups.");
  return body as Exclude<Body, Grouped<Body>>;
}

/** Sums by group: of all mail, of its sources and of failed messages; page by page, all with `for await`, or as CSV. */
export function createReportGroups({ ask, askCsv }: Pick<Caller, "ask" | "askCsv">) {
  const readAggregateGroups = async (query: GroupQuery<"readAggregate">, options?: CallOptions) =>
    toGroups(await ask("readAggregate", { query }, options));
  const readSourceGroups = async (query: GroupQuery<"listSources">, options?: CallOptions) =>
    toGroups(await ask("listSources", { query }, options));
  const readFailureGroups = async (query: GroupQuery<"listFailures">, options?: CallOptions) =>
    toGroups(await ask("listFailures", { query }, options));
  return {
    readAggregateGroups,
    readAllAggregateGroups: (query: GroupQuery<"readAggregate">, options?: CallOptions) =>
      listAll((page: GroupQuery<"readAggregate">) => readAggregateGroups(page, options), query),
    readAggregateGroupsCsv: (query: WholeQuery<"readAggregate">, options?: CallOptions) =>
      askCsv("readAggregate", { query }, options),
    readSourceGroups,
    readAllSourceGroups: (query: GroupQuery<"listSources">, options?: CallOptions) =>
      listAll((page: GroupQuery<"listSources">) => readSourceGroups(page, options), query),
    readSourceGroupsCsv: (query: WholeQuery<"listSources">, options?: CallOptions) =>
      askCsv("listSources", { query }, options),
    readFailureGroups,
    readAllFailureGroups: (query: GroupQuery<"listFailures">, options?: CallOptions) =>
      listAll((page: GroupQuery<"listFailures">) => readFailureGroups(page, options), query),
    readFailureGroupsCsv: (query: WholeQuery<"listFailures">, options?: CallOptions) =>
      askCsv("listFailures", { query }, options),
  };
}
