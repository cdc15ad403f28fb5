import type { Engine } from "../engine/engine.ts";
import type { Condition, Filter } from "./filter.ts";
import { readPageFacts, readSourcePage, type SourcePageOptions } from "./source-page.ts";
import {
  createSourceQuestion,
  readSourceSummaries,
  type SourceQuestion,
  type SourceSummary,
} from "./source-summary.ts";

/** An address with messages that failed DMARC; all fields but the time of its life cover only its failing messages. */
export interface Failure extends Omit<SourceSummary, "messages" | "passed"> {
  readonly failed: number;
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
  return createSourceQuestion(organizationId, filter, { sql: "NOT dmarc_pass", params: {} });
}

/** The summaries of the addresses that `addresses` selects, in address order. */
export async function readFailures(engine: Engine, question: SourceQuestion, addresses: Condition): Promise<Failure[]> {
  const found = await readSourceSummaries(engine, question, addresses);
  return found.map(({ messages: failed, passed: _, ...failure }) => ({ ...failure, failed }));
}
