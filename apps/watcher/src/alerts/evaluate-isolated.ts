import type { AlertDomain } from "@ruaflow/metadata-store/watch";
import type { RecordStore } from "@ruaflow/record-store";
import { isOutage } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import { type Evaluated, evaluateDomains } from "./evaluate-domains.ts";

interface EvaluationContext {
  readonly records: RecordStore;
  readonly logger: Logger;
  readonly now: Date;
}

/**
 * Looks at the rules of many domains. A domain with more mail than the store may read for one question does not hold up
 * the others: what fails is asked for in halves, until that domain alone is left out.
 *
 * @throws when the store cannot be reached
 */
export async function evaluateApart(
  context: EvaluationContext,
  subjects: readonly AlertDomain[],
): Promise<readonly Evaluated[]> {
  try {
    return await evaluateDomains(context.records, subjects, context.now);
  } catch (error) {
    if (isOutage(error)) throw error;
    const [first] = subjects;
    if (first === undefined) return [];
    if (subjects.length === 1) {
      context.logger.error({ err: error, domainId: first.domain.id }, "alert rules could not be looked at");
      return [];
    }
    const middle = Math.ceil(subjects.length / 2);
    const left = await evaluateApart(context, subjects.slice(0, middle));
    return [...left, ...(await evaluateApart(context, subjects.slice(middle)))];
  }
}
