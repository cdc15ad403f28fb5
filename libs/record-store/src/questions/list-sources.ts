import type { Engine } from "../engine/engine.ts";
import { type Condition, type Filter, toCondition } from "./filter.ts";
import {
  mostCommonResults,
  readByAddress,
  readPageFacts,
  readSourcePage,
  type SourcePageOptions,
} from "./source-page.ts";

/** An address that sent mail. */
export interface Source {
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  readonly messages: number;
  /** Messages that passed DMARC. */
  readonly passed: number;
  /** The most common raw result of its messages; `none` when nothing was checked. */
  readonly spfResult: string;
  readonly dkimResult: string;
  /** Begin of the first report period with this source. */
  readonly firstSeen: Date;
  /** End of the last report period with this source. */
  readonly lastSeen: Date;
}

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
  const condition = toCondition(organizationId, options);
  const page = await readSourcePage(engine, condition, options);
  return { sources: readPageFacts(page, condition, (some) => readSources(engine, some)), total: page.sources };
}

/** All facts about the addresses of a condition, in address order. */
export function readSources(engine: Engine, condition: Condition): Promise<Source[]> {
  return readByAddress<Source>(engine, condition, {
    parts: "dmarc_pass",
    facts: `sum(part.messages) AS messages, sumIf(part.messages, part.dmarc_pass) AS passed, ${mostCommonResults}`,
  });
}
