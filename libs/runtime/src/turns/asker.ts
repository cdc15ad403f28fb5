import { AsyncLocalStorage } from "node:async_hooks";

/** One request that asks something, and whose it is. Each request has an object of its own. */
export interface Asker {
  readonly organization: string;
  /** The key, or another name of the caller within the organization. */
  readonly caller: string;
}

const askers = new AsyncLocalStorage<Asker>();

/** Runs work for a request; the stores let organizations and callers take turns with what it asks. */
export function askAs<Result>(asker: Asker, work: () => Result): Result {
  return askers.run(asker, work);
}

/** Runs work that is not for one request alone, such as a batch of what several asked. */
export function askAsService<Result>(work: () => Result): Result {
  return askers.exit(work);
}

/** The request that is being worked for; `null`: the service itself. */
export function readAsker(): Asker | null {
  return askers.getStore() ?? null;
}

/** The same generator, whose every step is asked by the present asker, not by its caller: a stream is read by its socket. */
export function withAsker<Item>(items: AsyncGenerator<Item, void, undefined>): AsyncGenerator<Item, void, undefined> {
  const asker = readAsker();
  if (asker === null) return items;
  const next = items.next.bind(items);
  items.next = () => askAs(asker, next);
  return items;
}
