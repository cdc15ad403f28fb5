import { isOutage } from "@ruaflow/runtime/errors";

/** For facts that an answer can do without: there are none while their store is out. Other errors are thrown. */
export function answerOutage(error: unknown): ReadonlyMap<string, never> {
  if (isOutage(error)) return new Map<string, never>();
  throw error;
}
