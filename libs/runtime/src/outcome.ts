/**
 * The result of a step for one input. Whatever can happen to data is a value, not an exception, and is counted by its
 * reason.
 *
 * - `ok`: continue with `value`
 * - `drop`: dropped on purpose, nothing is lost (a duplicate, for example)
 * - `dead-letter`: it can never succeed; its bytes are kept together with the reason
 *
 * Each user defines `Reason` as a closed union of strings.
 */
export type Outcome<Value, Reason extends string = string> =
  | { readonly kind: "ok"; readonly value: Value }
  | { readonly kind: "drop"; readonly reason: Reason }
  | { readonly kind: "dead-letter"; readonly reason: Reason; readonly detail: string };

export function ok<Value>(value: Value): Outcome<Value, never> {
  return { kind: "ok", value };
}

export function drop<Reason extends string>(reason: Reason): Outcome<never, Reason> {
  return { kind: "drop", reason };
}

export function deadLetter<Reason extends string>(reason: Reason, detail: string): Outcome<never, Reason> {
  return { kind: "dead-letter", reason, detail };
}
