import { readAsker } from "@ruaflow/runtime/asker";
import { isInBackground } from "@ruaflow/runtime/background";
import { createWaitingLimit, type Party, takeLoopTurn, toParty } from "@ruaflow/runtime/turns";
import { type QueryParams, type RowOwner, toOwnerParams, type WritingEngine } from "./engine.ts";
import { type RowsOf, readOfOwners, toOwnersKey } from "./owned-rows.ts";
import { createQuestionTurns, type WaitingQuery } from "./question-turns.ts";
import { toHeavyQuery } from "./read-settings.ts";

/** A query that several callers may wait for. */
interface SharedQuery extends WaitingQuery {
  /** Whose rows each of its questions asks for, by their keys; empty: it is not a query of owners' rows. */
  readonly questions: Map<string, readonly RowOwner[]>;
  readonly parties: Map<string, Party>;
  readonly rows: Promise<RowsOf>;
}

/** Questions of one query: each may have the rows of a whole list, and all together must stay within the limit of an answer. */
export const QUESTIONS_MAX = 20;

/** A query that names as many owners, whose ids are bound values, is joined by no further question. */
const OWNERS_MAX = 500;

/** An answer with more rows than these blocks the event loop for milliseconds, and so does what is made of it. */
const FEW_ROWS = 200;

/**
 * Limits an engine to `questionsMax` concurrent queries; the others wait for their turn, see {@link createQuestionTurns}. An
 * organization with too much waiting gets a `TooManyQuestionsError`.
 *
 * The same query, requested several times while it waits, is answered once, and so is one that differs in the owner of its rows alone:
 * planning a query costs more than the rows of a domain. Questions of a heavy organization are joined by its own alone. A query that has
 * begun is never joined: an answer includes everything stored before the request.
 */
export function shareQuestions(engine: WritingEngine): WritingEngine {
  /** Queries that may be joined, if they still wait. */
  const joinable = new Map<string, SharedQuery>();
  const turns = createQuestionTurns(engine.questionsMax);
  const limit = createWaitingLimit(turns.toMeanMs);

  function findOrAdd(key: string, asked: Asked): SharedQuery {
    const known = joinable.get(key);
    if (known !== undefined && hasRoom(known)) return known;
    const { promise: rows, resolve, reject } = Promise.withResolvers<RowsOf>();
    const questions = new Map<string, readonly RowOwner[]>();
    const query: SharedQuery = {
      ...{ questions, parties: new Map(), rows, since: performance.now() },
      answer(isHeavy) {
        if (joinable.get(key) === query) joinable.delete(key);
        return read(engine, isHeavy ? { ...asked, query: toHeavyQuery(asked.query) } : asked, questions).then(
          resolve,
          reject,
        );
      },
    };
    joinable.set(key, query);
    turns.add(query);
    return query;
  }

  function ask(asked: Asked, party: Party | null): Promise<RowsOf> {
    const owner = asked.owners[0]?.organizationId ?? "";
    const sharing = turns.isHeavy(owner) ? owner : "";
    const shared = findOrAdd(`${sharing} ${toKey(engine, asked)}`, asked);
    if (asked.owners.length > 0) shared.questions.set(toOwnersKey(asked.owners), asked.owners);
    if (party !== null) shared.parties.set(`${party.organization} ${party.caller}`, party);
    turns.advance();
    return shared.rows;
  }

  return {
    ...engine,
    select<Row>(query: string, params: QueryParams, owners: readonly RowOwner[] = []): Promise<Row[]> {
      const asker = readAsker();
      const party = isInBackground() ? null : toParty(asker);
      return limit.during(asker, async () => {
        const rows = (await ask({ query, params, owners }, party))(owners) as Row[];
        if (rows.length > FEW_ROWS) await takeLoopTurn();
        return rows;
      });
    },
  };
}

interface Asked {
  readonly query: string;
  readonly params: QueryParams;
  readonly owners: readonly RowOwner[];
}

async function read(
  engine: WritingEngine,
  { query, params }: Asked,
  questions: SharedQuery["questions"],
): Promise<RowsOf> {
  if (questions.size > 0) return readOfOwners(engine, { query, params }, [...questions.values()]);
  const rows = await engine.select(query, params);
  return () => rows;
}

function hasRoom({ questions }: SharedQuery): boolean {
  return questions.size < QUESTIONS_MAX && [...questions.values()].flat().length < OWNERS_MAX;
}

function toKey({ layout }: WritingEngine, { query, params, owners: [owner] }: Asked): string {
  if (owner === undefined) return JSON.stringify([query, params]);
  return JSON.stringify([query, { ...params, ...toOwnerParams([]) }, layout.toSharing(owner.organizationId)]);
}
