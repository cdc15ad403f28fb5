import type { Engine } from "../engine/engine.ts";
import { type Condition, type Filter, toCondition } from "./filter.ts";
import { gatherByPeriod } from "./gather-by-period.ts";
import { readSettings } from "./read-settings.ts";

/** Sums over messages. */
export interface MessageSums {
  readonly messages: number;
  /** Messages that passed DMARC. */
  readonly passed: number;
  /** Messages with an aligned SPF pass (policy-evaluated). */
  readonly spfPassed: number;
  /** Messages with an aligned DKIM pass (policy-evaluated). */
  readonly dkimPassed: number;
}

export interface DaySums extends MessageSums {
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

export interface Aggregate extends MessageSums {
  readonly reports: number;
  /** Distinct addresses that sent at least one message. */
  readonly sources: number;
  /** One entry for each day of the asked period in order, days without mail with zeros. */
  readonly daily: readonly DaySums[];
}

/** The sums of `records`, written as the projection `by_day` holds them: another spelling would read every record. */
export const messageSums = `sum(count) AS messages, sumIf(count, dmarc_pass) AS passed,
  sumIf(count, spf_alignment = 'pass') AS spfPassed, sumIf(count, dkim_alignment = 'pass') AS dkimPassed`;

/**
 * Sums of a period, in total and for each day. Those of single domains that are asked for at the same time are read
 * together.
 */
export function createAggregateReader(engine: Engine): (organizationId: string, filter: Filter) => Promise<Aggregate> {
  const readOne = gatherByPeriod(async (organizationId, filter) => {
    const toAggregate = await readGroups(engine, toCondition(organizationId, filter), "domain_id");
    return ([domainId = ""]) => toAggregate(domainId);
  });
  return (organizationId, filter) => {
    const { domainIds } = filter;
    return domainIds?.length === 1
      ? readOne(organizationId, { ...filter, domainIds })
      : readAsOne(engine, organizationId, filter);
  };
}

/** One answer for all domains of the filter together. */
async function readAsOne(engine: Engine, organizationId: string, filter: Filter): Promise<Aggregate> {
  const toAggregate = await readGroups(engine, toCondition(organizationId, filter), "''");
  return toAggregate("");
}

interface CountOf {
  readonly of: string;
  readonly number: number;
}

/** Sums for each value of `group`: for each domain, or for what is the same for all. */
async function readGroups(
  engine: Engine,
  condition: Condition,
  group: "domain_id" | "''",
): Promise<(of: string) => Aggregate> {
  const { sql, params } = condition;
  const select = <Row>(query: string) => engine.select<Row>(`${query} ${readSettings}`, params);
  const [days, reports, sources] = await Promise.all([
    select<DaySums & { of: string }>(
      `SELECT ${group} AS of, day, ${messageSums} FROM records WHERE ${sql} GROUP BY of, day`,
    ),
    select<CountOf>(`SELECT ${group} AS of, count() AS number FROM reports WHERE ${sql} GROUP BY of`),
    // Faster than uniqExact, whose set cannot use the projection's order: 40 against 125 ms over 1.4 M records.
    select<CountOf>(`SELECT of, count() AS number FROM (
      SELECT ${group} AS of, source_ip FROM records WHERE ${sql} GROUP BY of, source_ip HAVING sum(count) > 0
    ) GROUP BY of`),
  ]);
  const daysOf = Map.groupBy(days, ({ of }) => of);
  const numberOf = (counts: readonly CountOf[], of: string) => counts.find((count) => count.of === of)?.number ?? 0;
  return (of) => {
    const daily = fillDays(daysOf.get(of) ?? [], condition);
    return { ...addUp(daily), reports: numberOf(reports, of), sources: numberOf(sources, of), daily };
  };
}

const noMessages: MessageSums = { messages: 0, passed: 0, spfPassed: 0, dkimPassed: 0 };
const millisecondsPerDay = 86_400_000;

// The condition's days lie in the range of the Date column, so there are at most 65,536 of them.
function fillDays(days: readonly DaySums[], { params }: Condition): DaySums[] {
  const known = new Map(
    days.map(({ day, messages, passed, spfPassed, dkimPassed }) => [
      day,
      { day, messages, passed, spfPassed, dkimPassed },
    ]),
  );
  const filled: DaySums[] = [];
  const end = Date.parse(String(params.endDate));
  for (let time = Date.parse(String(params.startDate)); time <= end; time += millisecondsPerDay) {
    const day = new Date(time).toISOString().slice(0, 10);
    filled.push(known.get(day) ?? { day, ...noMessages });
  }
  return filled;
}

function addUp(days: readonly DaySums[]): MessageSums {
  return days.reduce<MessageSums>(
    (sums, day) => ({
      messages: sums.messages + day.messages,
      passed: sums.passed + day.passed,
      spfPassed: sums.spfPassed + day.spfPassed,
      dkimPassed: sums.dkimPassed + day.dkimPassed,
    }),
    noMessages,
  );
}
