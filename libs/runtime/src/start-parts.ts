/**
 * Starts something that consists of parts: `start` defers the stopping of each part that it has started. When it fails,
 * these are stopped again, the last one first; when it succeeds, its result's `stop` does the same.
 */
export async function startParts<Result extends object>(
  start: (started: AsyncDisposableStack) => Promise<Result>,
): Promise<Result & { stop(): Promise<void> }> {
  const started = new AsyncDisposableStack();
  try {
    const result = await start(started);
    return { ...result, stop: () => started.disposeAsync() };
  } catch (error) {
    // The first failure is the one to tell; what stopping then meets is mostly its consequence.
    await started.disposeAsync().catch(() => undefined);
    throw error;
  }
}
