import type { AlertDomain } from "@ruaflow/metadata-store/watch";
import { isOutage } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import { type AlertStores, type Evaluated, evaluateDomains } from "./evaluate-domains.ts";

interface EvaluationContext extends AlertStores {
  readonly logger: Logger;
  readonly now: Date;
}

/**
 * Evaluates the rules of many domains. A domain with more mail than the store can read in one query does not stop the
 * others: a failed query is split into halves until only that domain is left out.
 *
 * @throws when the store cannot be reached
 */
export async function evaluateIsolated(
  context: EvaluationContext,
  subjects: readonly AlertDomain[],
): Promise<readonly Evaluated[]> {
  try {
    return await evaluateDomains(context, subjects, context.now);
  } catch (error) {
    if (isOutage(error)) throw error;
    const [first] = subjects;
    if (first === undefined) return [];
    if (subjects.length === 1) {
      context.logger.error({ err: error, domainId: first.domain.id }, "alert rules could not be evaluated");
      return [];
    }
    const middle = Math.ceil(subjects.length / 2);
    const firstHalf = await evaluateIsolated(context, subjects.slice(0, middle));
    return [...firstHalf, ...(await evaluateIsolated(context, subjects.slice(middle)))];
  }
}
