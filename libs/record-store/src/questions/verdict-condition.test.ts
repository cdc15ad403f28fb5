import { expect, test } from "vitest";
import type { Engine } from "../engine/engine.ts";
import { toCondition } from "./filter.ts";
import type { RecordGrouping } from "./groups/group-key.ts";
import { countGroupReports, countGroups } from "./groups/read-group-counts.ts";
import { readGroupSums } from "./groups/read-group-sums.ts";

const period = { startDate: "2026-09-01", endDate: "2026-09-30" };
const filters = [{ service: "SendGrid" }, { class: "spoofed" }, { sender: "" }, { cause: "passes" }] as const;
const groupings: readonly RecordGrouping[] = ["service", "class", "sender", "cause", "sender_cause"];
const verdictsOf = /FROM verdicts FINAL\s+WHERE [^()]*?AND domain_id IN (\{domainIds:Array\(String\)\}|arrayConcat\()/g;

const countVerdicts = (sql: string) => sql.match(/FROM verdicts\b/g)?.length;

/** The queries of a question, which are not answered. */
async function listQueries(ask: (engine: Engine) => Promise<unknown>): Promise<string> {
  const queries: string[] = [];
  await ask({ select: (query: string) => Promise.resolve(queries.push(query) && []) } as unknown as Engine);
  return queries.join("\n");
}

test.for([1, 6_000])("a filter by verdict reads no verdicts of other domains, when %i are asked for", (count) => {
  const domainIds = Array.from({ length: count }, (_, index) => `dom_${index}`);
  for (const records of filters) {
    const { sql } = toCondition("org_1", { ...period, domainIds, records });
    expect([countVerdicts(sql), sql.match(verdictsOf)?.length]).toEqual([1, 1]);
    expect(toCondition("org_1", { ...period, records }).sql).not.toContain("domainIds");
  }
});

test.for(groupings)("groups by %s read no verdicts of other domains", async (groupBy) => {
  const question = { ...period, domainIds: ["dom_1"], groupBy, failuresOnly: false };
  const sums = { ...question, previousStart: "2026-08-02", groupsMax: 10 };
  for (const ask of [
    (engine: Engine) => readGroupSums(engine, "org_1", sums),
    (engine: Engine) => countGroups(engine, "org_1", question),
    (engine: Engine) => countGroupReports(engine, "org_1", question),
  ]) {
    const sql = await listQueries(ask);
    expect([countVerdicts(sql), sql.match(verdictsOf)?.length]).toEqual([1, 1]);
  }
});
