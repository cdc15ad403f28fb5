import { isInBackground } from "@ruaflow/runtime/background";
import type { Engine, QueryParams } from "./engine.ts";

/** A query that several callers may wait for. */
interface Waiting {
  readonly ask: () => Promise<unknown[]>;
  readonly answer: PromiseWithResolvers<unknown[]>;
  /** Only work in the background waits for it. */
  isInBackground: boolean;
  /** When it was asked, in milliseconds of the process. */
  readonly since: number;
}

/** How long a query in the background may be held up by questions that keep coming. */
const BACKGROUND_WAIT_MAX_MS = 1_000;

/**
 * Limits an engine to `questionsMax` concurrent queries; the others wait in order. The same query, requested several
 * times while it waits, is answered once. A query that has begun is never joined: an answer includes everything stored
 * before the request. Work in the background begins when no question is being answered, or has waited for a second, and always
 * leaves room for one: comparing all reports with their rows made each question of a provider wait for half a second.
 */
export function shareQuestions(engine: Engine): Engine {
  const waiting = new Map<string, Waiting>();
  const backgroundMax = Math.max(1, engine.questionsMax - 1);
  const running = { questions: 0, background: 0 };

  function begin(): void {
    for (let next = findNext(); next !== undefined; next = findNext()) {
      waiting.delete(next[0]);
      void answer(next[1]);
    }
  }

  function findNext(): [string, Waiting] | undefined {
    if (running.questions + running.background >= engine.questionsMax) return undefined;
    const all = [...waiting];
    return all.find(([, one]) => !one.isInBackground) ?? all.find(([, one]) => mayBegin(one));
  }

  function mayBegin({ since }: Waiting): boolean {
    if (running.background >= backgroundMax) return false;
    return running.questions === 0 || performance.now() - since >= BACKGROUND_WAIT_MAX_MS;
  }

  async function answer({ ask, answer: { resolve, reject }, isInBackground }: Waiting): Promise<void> {
    const kind = isInBackground ? "background" : "questions";
    running[kind] += 1;
    try {
      resolve(await ask());
    } catch (error) {
      reject(error);
    } finally {
      running[kind] -= 1;
      begin();
    }
  }

  return {
    ...engine,
    select<Row>(query: string, params: QueryParams): Promise<Row[]> {
      const key = JSON.stringify([query, params]);
      const question = waiting.get(key) ?? {
        ask: () => engine.select<Row>(query, params),
        answer: Promise.withResolvers<unknown[]>(),
        isInBackground: true,
        since: performance.now(),
      };
      question.isInBackground &&= isInBackground();
      waiting.set(key, question);
      begin();
      return question.answer.promise as Promise<Row[]>;
    },
  };
}
