import { setTimeout as sleep } from "node:timers/promises";

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** How long questions to ClickHouse wait for others: half of what the least of them takes. */
export const ENGINE_LINGER_MS = 8;

export interface GatherOptions<Question, Answer> {
  /** Questions of the same key are gathered; a failure reaches those alone that were answered together. */
  readonly toKey: (question: Question) => string;
  /** Questions that are answered together at most. */
  readonly questionsMax: number;
  /** One answer for each question, in their order. */
  readonly answer: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  /**
   * After several were answered together, the next one waits so long for the others: whoever asked together asks again
   * together, and the first of them would be answered alone while all others wait. 0 when absent.
   */
  readonly lingerMs?: number;
}

/**
 * Answers questions together that are the same or differ in one value alone: ClickHouse spends some 10 ms on understanding
 * a query, and hardly more on answering it for fifty domains than for one. A lone question is asked at once; those that come
 * while it is being answered are gathered and are the next. None joins what has begun: whatever was stored before somebody
 * asked is in the answer.
 */
export function gatherQuestions<Question, Answer>(
  options: GatherOptions<Question, Answer>,
): (question: Question) => Promise<Answer> {
  const { lingerMs = 0, questionsMax } = options;
  const gathered = new Map<string, Waiting<Question, Answer>[]>();
  let areMany = false;

  async function answerAll(key: string, waiting: Waiting<Question, Answer>[]): Promise<void> {
    while (waiting.length > 0) {
      if (areMany && lingerMs > 0 && waiting.length < questionsMax) await sleep(lingerMs);
      areMany = waiting.length > 1;
      await answerTogether(waiting.splice(0, questionsMax), options);
    }
    gathered.delete(key);
  }

  return (question) =>
    new Promise((resolve, reject) => {
      const key = options.toKey(question);
      const waiting = gathered.get(key);
      if (waiting) return void waiting.push({ question, resolve, reject });
      const first = [{ question, resolve, reject }];
      gathered.set(key, first);
      void answerAll(key, first);
    });
}

async function answerTogether<Question, Answer>(
  waiting: readonly Waiting<Question, Answer>[],
  { answer }: GatherOptions<Question, Answer>,
): Promise<void> {
  try {
    const answers = await answer(waiting.map(({ question }) => question));
    if (answers.length !== waiting.length)
      throw new Error(`${waiting.length} questions were gathered, and ${answers.length} answers came`);
    for (const [index, found] of answers.entries()) waiting[index]?.resolve(found);
  } catch (error) {
    for (const { reject } of waiting) reject(error);
  }
}
