import { useFilter } from "../../filter/filter.ts";
import { countOf } from "../../format/numbers.ts";
import { paths } from "../../paths.ts";
import { describePassed, type MailAnswer } from "../home/mail.ts";
import { describeNoAttention, useAttention } from "./use-attention.ts";

/** Whether anything is broken, in one sentence. */
export function Verdict({ mail }: { readonly mail: MailAnswer | undefined }) {
  const { linkTo } = useFilter();
  const attention = useAttention();
  if (mail === undefined) return <span class="reserve-lead" />;
  const passed = describePassed(mail.data);
  const meta = attention.data?.meta;
  // Nothing is known before the first round.
  if (meta === undefined || meta.evaluated_at === null) return <span class="reserve-lead">{passed}</span>;
  return (
    <span class="reserve-lead">
      {passed}{" "}
      {meta.total === 0 ? (
        describeNoAttention(meta.evaluated_at)
      ) : (
        <a href={linkTo(paths.attention)}>
          {countOf(meta.total, "domain")} {meta.total === 1 ? "needs" : "need"} a look.
        </a>
      )}
    </span>
  );
}
