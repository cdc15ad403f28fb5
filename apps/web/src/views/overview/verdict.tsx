import { useAnswer } from "../../data/use-answer.ts";
import { toDomainParameters, useFilter } from "../../filter/filter.ts";
import { formatAgo } from "../../format/dates.ts";
import { countOf, formatRate } from "../../format/numbers.ts";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import type { MailAnswer } from "./mail.ts";

/** Whether anything is broken, in one sentence. */
export function Verdict({ mail }: { readonly mail: MailAnswer | undefined }) {
  const { filter, linkTo } = useFilter();
  const query = { ...toDomainParameters(filter), acknowledged: "false" as const, per_page: 1 };
  const attention = useAnswer({
    key: ["attention", query],
    ask: (client, signal) => client.attention.list(query, { signal }),
    isReady: useScope("domains:read"),
  });
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
        `No domain needed attention ${formatAgo(meta.evaluated_at, new Date())}.`
      ) : (
        <a href={linkTo(paths.attention)}>
          {countOf(meta.total, "domain")} {meta.total === 1 ? "needs" : "need"} a look.
        </a>
      )}
    </>
  );
}
