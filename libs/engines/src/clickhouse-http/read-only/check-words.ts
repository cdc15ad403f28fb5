import type { Word } from "./canonical-text.ts";
import type { Readable } from "./check-node.ts";
import { checkCall, checkValue } from "./deny.ts";

/**
 * Checks every name of a statement's text, once more than its tree: the tree does not show every clause of every statement.
 *
 * @throws ClickHouseRefusal ACCESS_DENIED (497)
 */
export function checkWords(
  words: readonly Word[],
  { functions, lambdas }: Pick<Readable, "functions" | "lambdas">,
): void {
  for (const { name, isCalled } of words) {
    if (!isCalled) checkValue(name, functions);
    else if (name !== "COLUMNS") checkCall(name, functions, lambdas);
  }
}
