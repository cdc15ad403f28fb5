import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { showDomains } from "../../format/idn.ts";
import { Chip } from "../../parts/chips.tsx";
import { Moment } from "../../parts/figures.tsx";
import { paths } from "../../paths.ts";
import { describeReason, findRemedy, type Reason } from "./reasons.ts";

interface ReasonRowProps {
  readonly reason: Reason;
  readonly domainId: string;
}

/** Why a domain needs attention, and where that is looked into. */
export function ReasonRow({ reason, domainId }: ReasonRowProps) {
  const { linkTo } = useFilter();
  const { text, path, more } = findRemedy(reason.reason);
  const place =
    path === paths.domain
      ? linkTo(fillPath(path, { id: domainId }), more)
      : linkTo(path, { domain: domainId, ...more });
  return (
    <li>
      <Chip tone={reason.reason === "ready_for_enforcement" ? "good" : "warn"}>{describeReason(reason.reason)}</Chip>
      <p>
        {showDomains(reason.summary)} <a href={place}>{text}</a>
        {reason.acknowledged_at !== null && (
          <span class="muted acknowledged">
            Acknowledged <Moment at={reason.acknowledged_at} />
            {reason.acknowledged_by !== null && ` with key ${reason.acknowledged_by}`}
            {reason.acknowledged_until !== null && (
              <>
                {" "}
                until <Moment at={reason.acknowledged_until} />
              </>
            )}
            {reason.note !== null && `: “${reason.note}”`}
          </span>
        )}
      </p>
    </li>
  );
}
