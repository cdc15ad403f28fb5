import type { Query } from "@ruaflow/client";
import type { FilterParameters } from "../../filter/filter.ts";
import { addDays } from "../../filter/period.ts";
import { CHANNELS, type Channel, STATES, type SubmissionState } from "../../parts/arrivals/words.ts";

type Address = Readonly<Record<string, string | undefined>>;

/** What the address asks for; of the period, the days on which submissions arrived. */
export function toSubmissionsQuery(
  { start_date: start, end_date: end, ...domains }: FilterParameters,
  address: Address,
): Query<"countSubmissions"> {
  const { channel, reason, about } = address;
  return {
    ...domains,
    since: `${start}T00:00:00Z`,
    until: `${addDays(end, 1)}T00:00:00Z`,
    ...(isChannel(channel) && { channel }),
    ...(reason && { reason }),
    ...(about && { domain: about.trim().toLowerCase() }),
  };
}

/** The state that the address asks for; `undefined`: all. */
export function readState({ state }: Address): SubmissionState | undefined {
  return state !== undefined && Object.hasOwn(STATES, state) ? (state as SubmissionState) : undefined;
}

function isChannel(text: string | undefined): text is Channel {
  return text !== undefined && Object.hasOwn(CHANNELS, text);
}
