import { describePassed } from "../../home/mail.ts";
import { useDomainLinks } from "../domain-links.ts";
import type { Domain } from "../words.ts";
import { useHome } from "./use-home.ts";
import { describeReadiness } from "./verdict.ts";

/** Whether the domain's mail passes, and what has to change before its policy becomes stricter. */
export function Lead({ domain }: { readonly domain: Domain }) {
  const { toDomain } = useDomainLinks();
  const { mail, readiness } = useHome(domain.id);
  if (domain.last_report_at === null) return <>No report has arrived yet.</>;
  const isThere = mail.data !== undefined && !mail.isPlaceholderData && (readiness.isSuccess || readiness.isError);
  if (!isThere) return <span class="reserve-lead" />;
  const judged = readiness.isPlaceholderData ? undefined : readiness.data?.data;
  return (
    <span class="reserve-lead">
      {describePassed(mail.data.data)}{" "}
      {judged && mail.data.data.totals.emails > 0 && (
        <a href={toDomain(domain.id, "readiness")}>{describeReadiness(judged)}</a>
      )}
    </span>
  );
}
