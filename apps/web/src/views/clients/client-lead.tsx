import type { Asked } from "../../data/use-answer.ts";
import { ofClient, useFilter } from "../../filter/filter.ts";
import { countOf } from "../../format/numbers.ts";
import { paths } from "../../paths.ts";
import { describePassed, type MailAnswer } from "../home/mail.ts";
import { useClientAttention } from "./use-client.ts";

interface ClientLeadProps {
  readonly reference: string;
  readonly mail: Asked<MailAnswer>;
}

/** How the client's mail does, and how many of its domains need a look. */
export function ClientLead({ reference, mail }: ClientLeadProps) {
  const { linkTo } = useFilter();
  const attention = useClientAttention(reference);
  if (mail.data === undefined || mail.isPlaceholderData) return <span class="reserve-lead" />;
  const meta = attention.isPlaceholderData ? undefined : attention.data?.meta;
  const scope = ofClient(reference);
  return (
    <span class="reserve-lead">
      {describePassed(mail.data.data)} {/* Nothing is known before the first round. */}
      {meta !== undefined && meta.evaluated_at !== null && (
        <a href={linkTo(paths.attention, scope)}>
          {meta.total === 0
            ? "No domain needs a look."
            : `${countOf(meta.total, "domain needs", "domains need")} a look.`}
        </a>
      )}
    </span>
  );
}
