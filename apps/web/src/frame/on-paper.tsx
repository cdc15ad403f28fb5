import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useAnswer } from "../data/use-answer.ts";
import { useFilter } from "../filter/filter.ts";
import { toDays } from "../filter/period.ts";
import { formatDay, formatTime } from "../format/dates.ts";
import { DomainName } from "../parts/domain-name.tsx";
import { useScope, useSession } from "../session/session.ts";
import { readAbout } from "./about.ts";

/** The one line above a printed view, in place of menu and fields: whose mail it is about, of which days, and when it was printed. */
export function OnPaper() {
  const { session } = useSession();
  const { path, query } = useLocation();
  const { domainId, label, isOfMany, hasPeriod, ...about } = readAbout(path, query);
  const domain = useDomain(domainId);
  const { start, end } = toDays(useFilter().filter.period, new Date());
  const client = about.client ?? domain?.client_reference;
  const facts: readonly ComponentChildren[] = [
    session.organization.name,
    session.share ? <DomainName name={session.share.subject} /> : isOfMany && client === undefined && "All domains",
    domainId !== undefined && (
      <>
        Domain: <DomainName name={domain?.domain ?? domainId} />
      </>
    ),
    client && `Client: ${client}`,
    label && `Label: ${label}`,
    hasPeriod && `Period: ${formatDay(start)} to ${formatDay(end)} (UTC days)`,
    `Printed: ${formatTime(new Date().toISOString())}`,
  ];
  return (
    <p class="on-paper">
      {facts.filter(Boolean).map((fact, index) => (
        <span key={index}>
          {index > 0 && " · "}
          {fact}
        </span>
      ))}
    </p>
  );
}

/** The domain, unless the key may not read it. */
function useDomain(id: string | undefined) {
  const isReady = useScope("domains:read") && id !== undefined;
  const asked = useAnswer({
    key: ["domain", id],
    ask: (api, signal) => api.domains.read(id ?? "", { signal }),
    isReady,
  });
  return isReady && !asked.isPlaceholderData ? asked.data?.data : undefined;
}
