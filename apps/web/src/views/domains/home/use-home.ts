import { useAnswer } from "../../../data/use-answer.ts";
import { useAggregate } from "../../../data/use-mail.ts";
import { useFilter } from "../../../filter/filter.ts";
import { useScope } from "../../../session/session.ts";

/** The mail of a domain in the period, and what its policy may become; neither for keys that may not read reports. */
export function useHome(id: string) {
  const { start_date, end_date } = useFilter().parameters;
  const isReady = useScope("reports:read");
  const period = { start_date, end_date };
  const parameters = { domain_id: id, ...period };
  const mail = useAggregate(parameters, isReady);
  const readiness = useAnswer({
    key: ["readiness", id, period],
    ask: (client, signal) => client.domains.readReadiness(id, period, { signal }),
    isReady,
  });
  return { parameters, mail, readiness };
}
