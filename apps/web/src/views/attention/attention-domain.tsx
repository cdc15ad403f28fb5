import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { toDomainText } from "../../format/idn.ts";
import { ClientLink } from "../../parts/client-link.tsx";
import { DomainName } from "../../parts/domain-name.tsx";
import { Moment } from "../../parts/figures.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { Acknowledge } from "./acknowledge/acknowledge.tsx";
import { ReasonRow } from "./reason-row.tsx";
import type { AttentionItem } from "./reasons.ts";
import { TakeBack } from "./take-back.tsx";

interface AttentionDomainProps {
  readonly item: AttentionItem;
  /** The client is named beside the domain, unless a heading does so. */
  readonly isClientNamed: boolean;
  readonly isAcknowledged: boolean;
  readonly isSelected: boolean;
  /** Absent: it cannot be selected. */
  readonly choose: ((isChosen: boolean) => void) | undefined;
}

/** A domain with its reasons. */
export function AttentionDomain({ item, isClientNamed, isAcknowledged, isSelected, choose }: AttentionDomainProps) {
  const { linkTo } = useFilter();
  const { domain_id: id, domain, client_reference: client, labels, since, reasons } = item;
  const mayWrite = useScope("domains:write");
  return (
    <li>
      <header>
        <h3>
          {choose && (
            <input
              type="checkbox"
              aria-label={`Select ${toDomainText(domain)}`}
              checked={isSelected}
              onChange={(event) => choose(event.currentTarget.checked)}
            />
          )}
          <a href={linkTo(fillPath(paths.domain, { id }))}>
            <DomainName name={domain} />
          </a>
        </h3>
        <p class="muted">
          {isClientNamed && client !== null && (
            <>
              client <ClientLink reference={client} /> ·{" "}
            </>
          )}
          {labels.length > 0 && `${labels.join(", ")} · `}since <Moment at={since} />
        </p>
      </header>
      <ul class="reasons">
        {reasons.map((reason) => (
          <ReasonRow key={reason.id} reason={reason} domainId={id} />
        ))}
      </ul>
      {mayWrite && (isAcknowledged ? <TakeBack item={item} /> : <Acknowledge item={item} />)}
    </li>
  );
}
