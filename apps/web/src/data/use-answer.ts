import type { Client } from "@ruaflow/client";
import { QueryObserver, type QueryObserverResult } from "@tanstack/query-core";
import { useEffect, useReducer, useState } from "preact/hooks";
import { useService } from "./service.tsx";

/** What became of a question. */
export type Asked<Data> = QueryObserverResult<Data>;

export interface Question<Data> {
  /** Names the answer: the operation and all that it depends on. Answers of one name are shared. */
  readonly key: readonly unknown[];
  ask(client: Client, signal: AbortSignal): Promise<Data>;
  /** False: it is not asked yet. */
  readonly isReady?: boolean;
  /** Asks again after this time while the view is shown, in milliseconds; default a minute. */
  readonly everyMs?: number;
}

/** Reports come a few times a day; an answer that has not changed costs the service less than a millisecond. */
const EVERY_MS = 60_000;

/**
 * Asks the API, and shows the answer of the question before until the next one is there, so that a view does not flicker. A view
 * that is opened again shows what is known at once.
 */
export function useAnswer<Data>({ key, ask, isReady = true, everyMs }: Question<Data>): Asked<Data> {
  const { client, cache } = useService();
  const [, rerender] = useReducer((count: number, _action: unknown) => count + 1, 0);
  const options = cache.defaultQueryOptions<Data, Error, Data, Data, readonly unknown[]>({
    queryKey: key,
    queryFn: ({ signal }) => ask(client, signal),
    enabled: isReady,
    refetchInterval: everyMs ?? EVERY_MS,
    placeholderData: (before) => before,
  });
  const [observer] = useState(() => new QueryObserver(cache, options));
  const result = observer.getOptimisticResult(options);
  useEffect(() => observer.subscribe(rerender), [observer]);
  useEffect(() => observer.setOptions(options));
  return result;
}
