import type { Engine } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import { type Condition, joinConditions, toDomainCondition } from "../filter.ts";
import { type GroupQuestion, groupKeys, toGroupCondition, toGroupHash } from "./group-key.ts";
import { type ComparedPeriods, isCurrentDay, toCompared, toSpan } from "./two-periods.ts";

export interface GroupSumsQuestion extends GroupQuestion, ComparedPeriods {
  /** How many groups there are at most: those with the most messages. */
  readonly groupsMax: number;
  /** Also groups that only the period before has. */
  readonly withPast?: boolean;
}

/** The messages of a group, and those of the period before. */
export interface GroupSums {
  /** Null: it is not known. */
  readonly key: string | null;
  /** Names the group in questions about it. */
  readonly hash: string;
  /** False: only the period before has the group. */
  readonly isPresent: boolean;
  readonly messages: number;
  readonly passed: number;
  readonly previousMessages: number;
  readonly previousPassed: number;
}

export interface GroupSumsList {
  /** Those with the most messages first. */
  readonly groups: readonly GroupSums[];
  /** All groups, also those beyond the maximum. */
  readonly total: number;
  /** Messages of all groups. */
  readonly messages: number;
}

interface Row extends Omit<GroupSums, "isPresent"> {
  readonly isPresent: number;
  readonly total: number;
  readonly messagesOfAll: number;
}

/**
 * The sums of each group that has records in the period. Reads only the projection `source_dispositions` where grouping and filter
 * allow it.
 */
export async function readGroupSums(
  engine: Engine,
  organizationId: string,
  question: GroupSumsQuestion,
): Promise<GroupSumsList> {
  const spanned = toGroupCondition(organizationId, { ...question, ...toSpan(question) });
  const condition = joinConditions(spanned, toCompared(question));
  const query = `SELECT nullIf(name, '') AS key, toString(${toGroupHash("name")}) AS hash, isPresent,
    messages, passed, previousMessages, previousPassed, count() OVER () AS total, sum(messages) OVER () AS messagesOfAll
  FROM (${toGroups(question, condition)})
  ORDER BY messages DESC, name = '', name
  LIMIT {groupsMax:UInt64} ${readSettings}`;
  const params = { ...condition.params, groupsMax: question.groupsMax, days: countDays(question) };
  const rows = await engine.select<Row>(query, params);
  const [first] = rows;
  return {
    groups: rows.map(({ total: _, messagesOfAll: __, isPresent, ...group }) => ({
      ...group,
      isPresent: isPresent === 1,
    })),
    total: first?.total ?? 0,
    messages: first?.messagesOfAll ?? 0,
  };
}

function toGroups(question: GroupSumsQuestion, condition: Condition): string {
  const { groupBy, failuresOnly, withPast = false } = question;
  const { ofRecord, ofPart, hasSmallParts = false, join } = groupKeys[groupBy];
  const [messages, grouped] = hasSmallParts ? ["count", ""] : ["sum(count)", "GROUP BY part, isCurrent, dmarc_pass"];
  return `SELECT ${groupBy === "day" ? sameDay : ofPart} AS name,
    sumIf(partMessages, isCurrent) AS messages, sumIf(partMessages, isCurrent AND dmarc_pass) AS passed,
    sumIf(partMessages, NOT isCurrent) AS previousMessages,
    sumIf(partMessages, NOT isCurrent AND dmarc_pass) AS previousPassed,
    ${failuresOnly ? "messages" : "countIf(isCurrent)"} > 0 AS isPresent
  FROM (
    SELECT ${ofRecord} AS part, ${isCurrentDay} AS isCurrent, dmarc_pass, ${messages} AS partMessages
    FROM records WHERE ${condition.sql} ${grouped}
  ) AS piece ${join(condition, toDomainCondition(question.domainIds).sql)}
  GROUP BY name ${withPast ? "" : "HAVING isPresent"}`;
}

/** SQL: a day of the other period counts for the day with the same place in this one. */
const sameDay = "toString(if(isCurrent, part, addDays(part, {days:Int32})))";

const DAY_MS = 86_400_000;

function countDays({ startDate, previousStart }: ComparedPeriods): number {
  return (Date.parse(startDate) - Date.parse(previousStart)) / DAY_MS;
}
