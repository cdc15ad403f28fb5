import { describeError } from "@ruaflow/runtime/errors";

/** What was read of one part of the service, or why it was not. */
export type Part<Value> =
  | { readonly value: Value; readonly error: null }
  | { readonly value: null; readonly error: string };

/** A part that takes longer is left out of the answer. */
const PART_MS_MAX = 3000;

/** Reads a part. Never rejects: an answer about the service must come also when a part of it is down. */
export async function readPart<Value>(read: () => Promise<Value>, msMax = PART_MS_MAX): Promise<Part<Value>> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${msMax / 1000} s`)), msMax);
  try {
    return { value: await Promise.race([read(), late.promise]), error: null };
  } catch (error) {
    return { value: null, error: describeError(error) };
  } finally {
    clearTimeout(timer);
  }
}
