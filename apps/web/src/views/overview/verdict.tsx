import { useAnswer } from "../../data/use-answer.ts";
import { toDomainParameters, useFilter } from "../../filter/filter.ts";
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
  const needy = attention.data?.meta.total;
  // Nothing is known before the first round.
  if (needy === undefined || attention.data?.meta.evaluated_at === null) return <>{passed}</>;
  return (
    <>
      {passed}{" "}
      {needy === 0 ? (
        "Nothing needs you today."
      ) : (
        <a href={linkTo(paths.attention)}>
          {countOf(needy, "domain")} {needy === 1 ? "needs" : "need"} a look.
        </a>
      )}
    </>
  );
}
