import { AsyncLocalStorage } from "node:async_hooks";

const background = new AsyncLocalStorage<true>();

/** Runs work that no request waits for; what it asks of an engine lets the questions of others go first. */
export function inBackground<Result>(work: () => Result): Result {
  return background.run(true, work);
}

export function isInBackground(): boolean {
  return background.getStore() === true;
}
