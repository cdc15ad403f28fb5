import { ClickHouseRefusal } from "../refusal.ts";
import type { FunctionRules } from "./functions.ts";

/** @throws ClickHouseRefusal ACCESS_DENIED (497) that says what is refused, and what to do instead */
export function deny(what: string, instead = "docs/sql.md says what it allows"): never {
  throw new ClickHouseRefusal("ACCESS_DENIED", `This port only reads reports: it does not allow ${what}; ${instead}.`);
}

/** @param lambdas names that the query itself gives to lambdas: `WITH (x -> x + 1) AS next` */
export function checkCall(name: string, functions: FunctionRules, lambdas?: ReadonlySet<string>): void {
  const reason = functions.refuseCall(name);
  if (reason === undefined || (lambdas?.has(name) && !functions.isFunction(name))) return;
  deny(`the function ${name}, which ${reason}`);
}

/** A name that no parenthesis follows may still be a function: `arrayMap(file, [...])`. */
export function checkValue(name: string, functions: FunctionRules): void {
  const reason = functions.refuseValue(name);
  if (reason !== undefined) deny(`the name ${name}, a function that ${reason}`, "give a column another name");
}
