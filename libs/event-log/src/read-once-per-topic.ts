/**
 * Asks once per topic and keeps the answer; a failure is not kept. Calls made at the same time share one question and
 * resolve in their order: appends that wait for it must not overtake one another.
 */
export function askOncePerTopic<Answer>(ask: (topic: string) => Promise<Answer>): (topic: string) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (topic) => {
    const answer = known.get(topic) ?? ask(topic);
    known.set(topic, answer);
    answer.catch(() => known.delete(topic));
    return answer;
  };
}
