import type { Caller } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { toCounted } from "../domain-filter.ts";
import { readPeriod } from "../period.ts";

/** Which sums answers about domains show: of the reports that count, over the last 30 days. */
export function toSums({ now }: ApiContext, caller: Caller) {
  return { today: readPeriod({}, now()).endDate, counted: toCounted(caller) };
}
