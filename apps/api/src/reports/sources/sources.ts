import type { Source } from "@ruaflow/record-store/questions";
import { Type } from "typebox";
import { toRate } from "../../rates.ts";
import { ResultQuery } from "../../record-query.ts";
import { sourceGroups } from "../groups/forms.ts";
import { GroupsSchema } from "../groups/group-schema.ts";
import type { SourceForm } from "./source-list.ts";

/** GET and POST /reports/sources */
export const sources: SourceForm<Source> = {
  name: "sources",
  operationId: "listSources",
  postOperationId: "querySources",
  summary: "Sending sources of a period",
  rows: "a row for each source",
  counts: ["total_count", "pass_count", "pass_rate"],
  parameters: ResultQuery,
  groups: sourceGroups,
  groupsSchema: GroupsSchema,
  columns: {
    total_count: Type.Integer({ description: "Messages from this source.", examples: [1200] }),
    pass_count: Type.Integer({ description: "Messages from this source that passed DMARC.", examples: [1176] }),
    pass_rate: Type.Number({ minimum: 0, maximum: 100, examples: [98] }),
    spf_result: Type.String({ description: "The raw SPF result that most of its messages had.", example: "pass" }),
    dkim_result: Type.String({ description: "The raw DKIM result that most of its messages had.", example: "pass" }),
  },
  toColumns: ({ messages, passed, spfResult, dkimResult }) => ({
    total_count: messages,
    pass_count: passed,
    pass_rate: toRate(passed, messages),
    spf_result: spfResult,
    dkim_result: dkimResult,
  }),
  meta: {},
  async list({ records }, organizationId, options) {
    const { sources: items, total } = await records.listSources(organizationId, options);
    return { items, total, sums: {} };
  },
  export: ({ records }, organizationId, filter) => records.exportSources(organizationId, filter),
};
