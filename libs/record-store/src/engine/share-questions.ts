import type { Engine, QueryParams } from "./engine.ts";

/** A question that several may wait for. */
interface Waiting {
  readonly ask: () => Promise<unknown[]>;
  readonly answer: PromiseWithResolvers<unknown[]>;
}

/**
 * Lets an engine answer as many questions at once as it says it can; the others wait in their order. The same question,
 * asked by several while it waits, is answered once. One that has begun is never joined: whatever was stored before
 * somebody asked is in the answer.
 */
export function shareQuestions(engine: Engine): Engine {
  const waiting = new Map<string, Waiting>();
  let underWay = 0;

  function begin(): void {
    for (const [key, question] of waiting) {
      if (underWay === engine.questionsMax) return;
      waiting.delete(key);
      underWay += 1;
      void answer(question);
    }
  }

  async function answer({ ask, answer: { resolve, reject } }: Waiting): Promise<void> {
    try {
      resolve(await ask());
    } catch (error) {
      reject(error);
    } finally {
      underWay -= 1;
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
