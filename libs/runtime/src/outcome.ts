/**
 * What a step made of its input. What data can do is a value, not an exception: every way out is counted by its reason.
 *
 * - `ok`: go on with `value`
 * - `drop`: done with it on purpose, nothing is lost (a duplicate, for example)
 * - `dead-letter`: it can never succeed as it is; its bytes are kept together with the reason
 *
 * `Reason` is a closed union of strings in each place that uses it.
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
