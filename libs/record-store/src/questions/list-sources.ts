import type { Engine } from "../engine/engine.ts";
import { type Condition, type Filter, joinConditions, toCondition } from "./filter.ts";
import { readSourceDetails, type SourceDetails, type SourceQuestion } from "./source-details.ts";
import {
  mostCommonResults,
  readByAddress,
  readPageFacts,
  readSourcePage,
  type SourcePageOptions,
} from "./source-page.ts";

/** An address that sent mail. */
export interface Source extends SourceDetails {
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  readonly messages: number;
  /** Messages that passed DMARC. */
  readonly passed: number;
  /** The most common raw result of its messages; `none` when nothing was checked. */
  readonly spfResult: string;
  readonly dkimResult: string;
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
  const question = toSourceQuestion(organizationId, options);
  const page = await readSourcePage(engine, question, options);
  return { sources: readPageFacts(page, (some) => readSources(engine, question, some)), total: page.sources };
}

export function toSourceQuestion(organizationId: string, filter: Filter): SourceQuestion {
  return { organizationId, filter, condition: toCondition(organizationId, filter) };
}

/** The sums of an address. */
type Sums = Omit<Source, keyof SourceDetails>;

/** All facts about the addresses that `addresses` selects, in address order. */
export async function readSources(engine: Engine, question: SourceQuestion, addresses: Condition): Promise<Source[]> {
  const [sums, detailsOf] = await Promise.all([
    readByAddress<Sums>(engine, joinConditions(question.condition, addresses), {
      parts: "dmarc_pass",
      facts: `sum(part.messages) AS messages, sumIf(part.messages, part.dmarc_pass) AS passed, ${mostCommonResults}`,
    }),
    readSourceDetails(engine, question, addresses),
  ]);
  return addDetails(sums, detailsOf);
}

/** Joins sums and details; an address whose mail is deleted meanwhile is left out. */
export function addDetails<Found extends { readonly sourceIp: string }>(
  sums: readonly Found[],
  detailsOf: ReadonlyMap<string, SourceDetails>,
): (Found & SourceDetails)[] {
  return sums.flatMap((found) => {
    const details = detailsOf.get(found.sourceIp);
    return details ? [{ ...found, ...details }] : [];
  });
}
