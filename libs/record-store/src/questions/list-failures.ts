import type { Engine } from "../engine/engine.ts";
import { type Condition, type Filter, toCondition } from "./filter.ts";
import {
  mostCommon,
  mostCommonResults,
  readByAddress,
  readPageFacts,
  readSourcePage,
  type SourcePageOptions,
} from "./source-page.ts";

/** An address with messages that failed DMARC; all fields cover only its failing messages. */
export interface Failure {
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  readonly failed: number;
  /** The most common raw result of the failing messages. */
  readonly spfResult: string;
  readonly dkimResult: string;
  /** The most common disposition of the failing messages. */
  readonly disposition: string;
  /** Begin of the first report period with a failure. */
  readonly firstSeen: Date;
  /** End of the last report period with a failure. */
  readonly lastSeen: Date;
}

export interface ListFailuresOptions extends Filter, SourcePageOptions {}

export interface FailureList {
  /** Read on demand, in the order of the page. */
  readonly failures: AsyncGenerator<Failure, void, undefined>;
  /** Failing sources on all pages. */
  readonly total: number;
  /** Failing messages on all pages. */
  readonly totalFailures: number;
}

/** One page of the addresses with messages that failed DMARC. Memory stays flat, however long it is. */
export async function listFailures(
  engine: Engine,
  organizationId: string,
  options: ListFailuresOptions,
): Promise<FailureList> {
  const condition = toFailureCondition(organizationId, options);
  const page = await readSourcePage(engine, condition, options);
  const failures = readPageFacts(page, condition, (some) => readFailures(engine, some));
  return { failures, total: page.sources, totalFailures: page.messages };
}

export function toFailureCondition(organizationId: string, filter: Filter): Condition {
  const { sql, params } = toCondition(organizationId, filter);
  return { sql: `${sql} AND NOT dmarc_pass`, params };
}

/** All facts about the addresses of a condition, in address order. */
export function readFailures(engine: Engine, condition: Condition): Promise<Failure[]> {
  return readByAddress<Failure>(engine, condition, {
    parts: "disposition",
    facts: `sum(part.messages) AS failed, ${mostCommonResults}, ${mostCommon("disposition")} AS disposition`,
  });
}
