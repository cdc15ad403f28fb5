import { useLocation } from "preact-iso";
import { useAnswer } from "../data/use-answer.ts";
import { useFilter } from "../filter/filter.ts";
import { describePeriod, toDays } from "../filter/period.ts";
import { paths } from "../paths.ts";
import { useScope, useSession } from "../session/session.ts";

/** Views that show a period, or what the whole organization has; every other shows one thing, which is its heading. */
const FILTERED: ReadonlySet<string> = new Set([
  paths.overview,
  paths.sources,
  paths.failures,
  paths.clients,
  paths.reports,
  paths.attention,
]);

/** What a printed page is about, in place of the fields that choose it. */
export function OnPaper() {
  const { session } = useSession();
  const { path } = useLocation();
  const { filter } = useFilter();
  const { domainId, client, label, period } = filter;
  const mayRead = useScope("domains:read");
  const domain = useAnswer({
    key: ["domain", domainId],
    ask: (api, signal) => api.domains.read(domainId ?? "", { signal }),
    isReady: domainId !== undefined && mayRead,
  });
  const { start, end } = toDays(period, new Date());
  if (!FILTERED.has(path)) return <p class="on-paper">{session.organization.name}</p>;
  const about = [
    session.organization.name,
    session.share?.subject ?? (domainId === undefined ? "all domains" : (domain.data?.data.domain ?? domainId)),
    client !== undefined && `client ${client}`,
    label !== undefined && `label ${label}`,
    path !== paths.attention && `${describePeriod(period)}: ${start} to ${end} (UTC)`,
  ];
  return <p class="on-paper">{about.filter(Boolean).join(" · ")}</p>;
}
