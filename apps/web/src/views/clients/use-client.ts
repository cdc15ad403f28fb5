import { type Asked, useAnswer } from "../../data/use-answer.ts";
import { useAggregate } from "../../data/use-mail.ts";
import { type FilterParameters, useFilter } from "../../filter/filter.ts";
import { useScope } from "../../session/session.ts";
import type { MailAnswer } from "../home/mail.ts";

export interface ClientMail {
  /** Of the API: the client and the period. */
  readonly parameters: FilterParameters;
  readonly mail: Asked<MailAnswer>;
  readonly before: Asked<MailAnswer>;
}

/** The mail of a client's domains in the period, and in the one before. */
export function useClientMail(reference: string): ClientMail {
  const { parameters, parametersBefore } = useFilter();
  const now = toClient(reference, parameters);
  const then = toClient(reference, parametersBefore);
  const mail = useAggregate(now);
  const before = useAggregate(then);
  return { parameters: now, mail, before };
}

function toClient(reference: string, { start_date, end_date }: FilterParameters): FilterParameters {
  return { client_reference: reference, start_date, end_date };
}

const SHOWN = 50;

/** Why domains of a client need attention, the most urgent first. */
export function useClientAttention(reference: string) {
  const query = { client_reference: reference, acknowledged: "false" as const, per_page: SHOWN };
  return useAnswer({
    key: ["attention", query],
    ask: (client, signal) => client.attention.list(query, { signal }),
    isReady: useScope("domains:read"),
  });
}
