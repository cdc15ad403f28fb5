/**
 * Starts a service that consists of parts: `start` defers the stopping of each part that it has started. When it fails,
 * the started parts are stopped, the last one first; when it succeeds, the result's `stop` does the same.
 */
export async function startParts<Result extends object>(
  start: (started: AsyncDisposableStack) => Promise<Result>,
): Promise<Result & { stop(): Promise<void> }> {
  const started = new AsyncDisposableStack();
  try {
    const result = await start(started);
    return { ...result, stop: () => started.disposeAsync() };
  } catch (error) {
    // The first failure is the one to report; failures while stopping are mostly its consequences.
    await started.disposeAsync().catch(() => undefined);
    throw error;
  }
}
