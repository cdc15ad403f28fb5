interface Stoppable {
  stop(): Promise<unknown>;
}

/**
 * Waits until all are started. If one fails to start, stops the others, also those that start later.
 * @throws the error of the one that failed
 */
export async function stopUnlessAllStart(starting: readonly Promise<Stoppable>[]): Promise<void> {
  const outcomes = await Promise.allSettled(starting);
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure === undefined) return;
  await Promise.all(outcomes.map((outcome) => outcome.status === "fulfilled" && outcome.value.stop()));
  throw failure.reason;
}
