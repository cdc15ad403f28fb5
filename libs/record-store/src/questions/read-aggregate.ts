import type { Engine } from "../engine/engine.ts";
import { type Condition, type Filter, toCondition } from "./filter.ts";
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

/** Sums of a period, in total and for each day. */
export async function readAggregate(engine: Engine, organizationId: string, filter: Filter): Promise<Aggregate> {
  const condition = toCondition(organizationId, filter);
  const [days, reports, sources] = await Promise.all([
    readDays(engine, condition),
    readNumber(engine, { ...condition, query: (where) => `SELECT count() AS number FROM reports WHERE ${where}` }),
    readNumber(engine, {
      ...condition,
      // Faster than uniqExact, whose set cannot use the projection's order: 40 against 125 ms over 1.4 M records.
      query: (where) => `SELECT count() AS number
        FROM (SELECT source_ip FROM records WHERE ${where} GROUP BY source_ip HAVING sum(count) > 0)`,
    }),
  ]);
  const daily = fillDays(days, condition);
  return { ...addUp(daily), reports, sources, daily };
}

function readDays(engine: Engine, { sql, params }: Condition): Promise<DaySums[]> {
  return engine.select(`SELECT day, ${messageSums} FROM records WHERE ${sql} GROUP BY day ${readSettings}`, params);
}

interface NumberQuestion extends Condition {
  readonly query: (where: string) => string;
}

async function readNumber(engine: Engine, { query, sql, params }: NumberQuestion): Promise<number> {
  const [row] = await engine.select<{ number: number }>(`${query(sql)} ${readSettings}`, params);
  return row?.number ?? 0;
}

const noMessages: MessageSums = { messages: 0, passed: 0, spfPassed: 0, dkimPassed: 0 };
const millisecondsPerDay = 86_400_000;

// The condition's days lie in the range of the Date column, so there are at most 65,536 of them.
function fillDays(days: readonly DaySums[], { params }: Condition): DaySums[] {
  const known = new Map(days.map((sums) => [sums.day, sums]));
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
