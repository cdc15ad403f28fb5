import type { Engine } from "../engine/engine.ts";
import { type Condition, type Filter, joinConditions, toCondition } from "./filter.ts";
import { addDetails } from "./list-sources.ts";
import { readSourceDetails, type SourceDetails, type SourceQuestion } from "./source-details.ts";
import {
  mostCommon,
  mostCommonResults,
  readByAddress,
  readPageFacts,
  readSourcePage,
  type SourcePageOptions,
} from "./source-page.ts";

/** An address with messages that failed DMARC; all fields but the time of its life cover only its failing messages. */
export interface Failure extends SourceDetails {
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  readonly failed: number;
  /** The most common raw result of the failing messages. */
  readonly spfResult: string;
  readonly dkimResult: string;
  /** The most common disposition of the failing messages. */
  readonly disposition: string;
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
  const question = toFailureQuestion(organizationId, options);
  const page = await readSourcePage(engine, question, options);
  const failures = readPageFacts(page, (some) => readFailures(engine, question, some));
  return { failures, total: page.sources, totalFailures: page.messages };
}

export function toFailureQuestion(organizationId: string, filter: Filter): SourceQuestion {
  const failing = { sql: "NOT dmarc_pass", params: {} };
  return { organizationId, filter, condition: joinConditions(toCondition(organizationId, filter), failing) };
}

/** The sums of an address. */
type Sums = Omit<Failure, keyof SourceDetails>;

/** All facts about the addresses that `addresses` selects, in address order. */
export async function readFailures(engine: Engine, question: SourceQuestion, addresses: Condition): Promise<Failure[]> {
  const [sums, detailsOf] = await Promise.all([
    readByAddress<Sums>(engine, joinConditions(question.condition, addresses), {
      parts: "disposition",
      facts: `sum(part.messages) AS failed, ${mostCommonResults}, ${mostCommon("disposition")} AS disposition`,
    }),
    readSourceDetails(engine, question, addresses),
  ]);
  return addDetails(sums, detailsOf);
}
