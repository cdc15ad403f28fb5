import type { Engine } from "../engine/engine.ts";
import type { Condition, Filter } from "./filter.ts";
import { readPageFacts, readSourcePage, type SourcePageOptions } from "./source-page.ts";
import {
  createSourceQuestion,
  readSourceSummaries,
  type SourceQuestion,
  type SourceSummary,
} from "./source-summary.ts";

/** An address that sent mail. */
export type Source = Omit<SourceSummary, "disposition">;

export interface ListSourcesOptions extends Filter, SourcePageOptions {}

export interface SourceList {
  /** Read on demand, in the order of the page. */
  readonly sources: AsyncGenerator<Source, void, undefined>;
  /** Sources on all pages. */
  readonly total: number;
}

/** One page of the addresses that sent mail, each with its sums over the period. Memory stays flat, however long it is. */
export async function listSources(
  engine: Engine,
  organizationId: string,
  options: ListSourcesOptions,
): Promise<SourceList> {
  const question = createSourceQuestion(organizationId, options);
  const page = await readSourcePage(engine, question, options);
  return { sources: readPageFacts(page, (some) => readSources(engine, question, some)), total: page.sources };
}

/** The summaries of the addresses that `addresses` selects, in address order. */
export async function readSources(engine: Engine, question: SourceQuestion, addresses: Condition): Promise<Source[]> {
  const found = await readSourceSummaries(engine, question, addresses);
  return found.map(({ disposition: _, ...source }) => source);
}
