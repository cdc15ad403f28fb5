import type { Answer } from "@ruaflow/client";
import { useLocation } from "preact-iso";
import { toAddress } from "../../address.ts";
import { formatAgo } from "../../format/dates.ts";
import { countOf, formatCount } from "../../format/numbers.ts";
import type { SubmissionState } from "../../parts/arrivals/words.ts";

/** Whether anything is to be done about what arrived, in one sentence. */
export function Verdict({ counts: { total, states } }: { readonly counts: Answer<"countSubmissions">["data"] }) {
  const { path, query } = useLocation();
  const find = (name: SubmissionState) => states.find(({ state }) => state === name);
  const toState = (state: SubmissionState) => toAddress(path, { ...query, page: undefined, state });
  const refused = find("refused")?.submissions ?? 0;
  const held = find("held");
  if (total === 0) return null;
  return (
    <>
      {countOf(total, "file or email", "files and emails")} arrived
      {refused === 0 ? "; none was refused." : "; "}
      {refused > 0 && (
        <a href={toState("refused")}>
          {formatCount(refused)} {refused === 1 ? "was" : "were"} refused.
        </a>
      )}
      {held && held.submissions > 0 && (
        <>
          {" "}
          <a href={toState("held")}>
            {formatCount(held.submissions)} {held.submissions === 1 ? "waits" : "wait"} for a domain to be verified
          </a>
          {held.waiting_since && `, the oldest arrived ${formatAgo(held.waiting_since, new Date())}`}.
        </>
      )}
    </>
  );
}
