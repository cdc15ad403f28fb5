import { invalidAt } from "@ruaflow/http";
import type { Failure } from "@ruaflow/record-store/questions";
import { Type } from "typebox";
import { failureGroups } from "../groups/forms.ts";
import { FailureGroupsSchema } from "../groups/group-schema.ts";
import type { SourceForm } from "./source-list.ts";
import { HOSTNAME_NOTE } from "./source-schema.ts";

/** The contract's placeholder for a host without a known name. */
const UNKNOWN_HOST = "unknown";

/** GET and POST /reports/failures */
export const failures: SourceForm<Failure> = {
  name: "failures",
  operationId: "listFailures",
  postOperationId: "queryFailures",
  summary: "Messages that failed DMARC in a period, by source",
  rows: "a row for each failing source",
  counts: ["failure_count"],
  parameters: {},
  refuse(given) {
    if (!Object.hasOwn(given, "result")) return;
    throw invalidAt(
      "/query/result",
      "cannot be used here: failures are messages with the result fail. Leave it out, or use /reports/sources",
    );
  },
  groups: failureGroups,
  groupsSchema: FailureGroupsSchema,
  columns: {
    hostname: Type.String({
      description: `${HOSTNAME_NOTE}; "${UNKNOWN_HOST}" when unknown.`,
      examples: [UNKNOWN_HOST],
    }),
    failure_count: Type.Integer({ description: "Messages from this source that failed DMARC.", examples: [24] }),
    spf_result: Type.String({ description: "The raw SPF result that most of them had.", example: "fail" }),
    dkim_result: Type.String({ description: "The raw DKIM result that most of them had.", example: "none" }),
    policy_applied: Type.String({
      description: "The disposition that receivers applied to most of them.",
      example: "reject",
    }),
  },
  toColumns: ({ failed, spfResult, dkimResult, disposition }, { hostname }) => ({
    hostname: hostname ?? UNKNOWN_HOST,
    failure_count: failed,
    spf_result: spfResult,
    dkim_result: dkimResult,
    policy_applied: disposition,
  }),
  meta: {
    total_failures: Type.Integer({
      description: "Failed messages of all sources, also of those that the response does not have.",
      examples: [24],
    }),
  },
  async list({ records }, organizationId, options) {
    const { failures: items, total, totalFailures } = await records.listFailures(organizationId, options);
    return { items, total, sums: { total_failures: totalFailures } };
  },
  export: ({ records }, organizationId, filter) => records.exportFailures(organizationId, filter),
};
