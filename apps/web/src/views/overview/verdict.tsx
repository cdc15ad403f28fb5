import { useFilter } from "../../filter/filter.ts";
import { countOf, formatRate } from "../../format/numbers.ts";
import { paths } from "../../paths.ts";
import type { MailAnswer } from "./mail.ts";
import { describeNoAttention, useAttention } from "./use-attention.ts";

/** Whether anything is broken, in one sentence. */
export function Verdict({ mail }: { readonly mail: MailAnswer | undefined }) {
  const { linkTo } = useFilter();
  const attention = useAttention();
  if (mail === undefined) return null;
  const { emails } = mail.data.totals;
  const passed =
    emails === 0
      ? "No mail was reported in this period."
      : `${formatRate(mail.data.authentication.dmarc_pass_rate)} of ${countOf(emails, "message")} passed DMARC.`;
  const meta = attention.data?.meta;
  // Nothing is known before the first round.
  if (meta === undefined || meta.evaluated_at === null) return <>{passed}</>;
  return (
    <>
      {passed}{" "}
      {meta.total === 0 ? (
        describeNoAttention(meta.evaluated_at)
      ) : (
        <a href={linkTo(paths.attention)}>
          {countOf(meta.total, "domain")} {meta.total === 1 ? "needs" : "need"} a look.
        </a>
      )}
    </>
  );
}
