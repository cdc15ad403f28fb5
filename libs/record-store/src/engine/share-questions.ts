import type { Engine, QueryParams } from "./engine.ts";

/** A query that several callers may wait for. */
interface Waiting {
  readonly ask: () => Promise<unknown[]>;
  readonly answer: PromiseWithResolvers<unknown[]>;
}

/**
 * Limits an engine to `questionsMax` concurrent queries; the others wait in order. The same query, requested several
 * times while it waits, is answered once. A query that has begun is never joined: an answer includes everything stored
 * before the request.
 */
export function shareQuestions(engine: Engine): Engine {
  const waiting = new Map<string, Waiting>();
  let running = 0;

  function begin(): void {
    for (const [key, question] of waiting) {
      if (running === engine.questionsMax) return;
      waiting.delete(key);
      running += 1;
      void answer(question);
    }
  }

  async function answer({ ask, answer: { resolve, reject } }: Waiting): Promise<void> {
    try {
      resolve(await ask());
    } catch (error) {
      reject(error);
    } finally {
      running -= 1;
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
      };
      waiting.set(key, question);
      begin();
      return question.answer.promise as Promise<Row[]>;
    },
  };
}
