import { isInBackground } from "@ruaflow/runtime/background";
import { type Engine, type QueryParams, type RowOwner, toOwnerParams } from "./engine.ts";
import { type RowsOf, readOfOwners, toOwnersKey } from "./owned-rows.ts";

/** A query that several callers may wait for. */
interface Waiting {
  /** Equal for queries that may be answered together. */
  readonly key: string;
  readonly query: string;
  readonly params: QueryParams;
  /** Whose rows each of its questions asks for, by their keys; empty: it is not a query of owners' rows. */
  readonly questions: Map<string, readonly RowOwner[]>;
  readonly answer: PromiseWithResolvers<RowsOf>;
  /** Only work in the background waits for it. */
  isInBackground: boolean;
  /** When it was asked, in milliseconds of the process. */
  readonly since: number;
}

/** Questions of one query: each may have the rows of a whole list, and all together must stay within the limit of an answer. */
export const QUESTIONS_MAX = 20;

/** A query that names as many owners, whose ids are bound values, is joined by no further question. */
const OWNERS_MAX = 500;

/** How long a query in the background may be held up by questions that keep coming. */
const BACKGROUND_WAIT_MAX_MS = 1_000;

/**
 * Limits an engine to `questionsMax` concurrent queries; the others wait in order. The same query, requested several
 * times while it waits, is answered once, and so is one that differs in the owner of its rows alone: planning a query costs more
 * than the rows of a domain. A query that has begun is never joined: an answer includes everything stored before the request. Work
 * in the background begins when no question is being answered, or has waited for a second, and always leaves room for one:
 * comparing all reports with their rows made each question of a provider wait for half a second.
 */
export function shareQuestions(engine: Engine): Engine {
  const waiting = new Set<Waiting>();
  /** Those of them that may be joined. */
  const joinable = new Map<string, Waiting>();
  const backgroundMax = Math.max(1, engine.questionsMax - 1);
  const running = { questions: 0, background: 0 };

  function begin(): void {
    for (let next = findNext(); next !== undefined; next = findNext()) {
      waiting.delete(next);
      if (joinable.get(next.key) === next) joinable.delete(next.key);
      void answer(next);
    }
  }

  function findNext(): Waiting | undefined {
    if (running.questions + running.background >= engine.questionsMax) return undefined;
    const all = [...waiting];
    return all.find((one) => !one.isInBackground) ?? all.find(mayBegin);
  }

  function mayBegin({ since }: Waiting): boolean {
    if (running.background >= backgroundMax) return false;
    return running.questions === 0 || performance.now() - since >= BACKGROUND_WAIT_MAX_MS;
  }

  async function answer(question: Waiting): Promise<void> {
    const kind = question.isInBackground ? "background" : "questions";
    const { resolve, reject } = question.answer;
    running[kind] += 1;
    try {
      resolve(await read(question));
    } catch (error) {
      reject(error);
    } finally {
      running[kind] -= 1;
      begin();
    }
  }

  function read({ query, params, questions }: Waiting): Promise<RowsOf> {
    if (questions.size === 0) return engine.select(query, params).then((rows) => () => rows);
    return readOfOwners(engine, { query, params }, [...questions.values()]);
  }

  function findOrAdd(key: string, query: string, params: QueryParams): Waiting {
    const known = joinable.get(key);
    if (known !== undefined && hasRoom(known)) return known;
    const answer = Promise.withResolvers<RowsOf>();
    const since = performance.now();
    const question: Waiting = { key, query, params, questions: new Map(), answer, isInBackground: true, since };
    waiting.add(question);
    joinable.set(key, question);
    return question;
  }

  return {
    ...engine,
    async select<Row>(query: string, params: QueryParams, owners: readonly RowOwner[] = []): Promise<Row[]> {
      const shared = findOrAdd(toKey(engine, { query, params, owners }), query, params);
      if (owners.length > 0) shared.questions.set(toOwnersKey(owners), owners);
      shared.isInBackground &&= isInBackground();
      begin();
      return (await shared.answer.promise)(owners) as Row[];
    },
  };
}

function hasRoom({ questions }: Waiting): boolean {
  return questions.size < QUESTIONS_MAX && [...questions.values()].flat().length < OWNERS_MAX;
}

interface Asked {
  readonly query: string;
  readonly params: QueryParams;
  readonly owners: readonly RowOwner[];
}

function toKey({ layout }: Engine, { query, params, owners: [owner] }: Asked): string {
  if (owner === undefined) return JSON.stringify([query, params]);
  return JSON.stringify([query, { ...params, ...toOwnerParams([]) }, layout.toSharing(owner.organizationId)]);
}
