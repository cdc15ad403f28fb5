import { useAnswer } from "../../data/use-answer.ts";
import { useFailureGroups } from "../../data/use-mail.ts";
import { useFilter } from "../../filter/filter.ts";
import type { SenderParameters } from "../../filter/sender-filter.ts";
import { toDomainText } from "../../format/idn.ts";
import { CopyButton } from "../../parts/copy.tsx";
import { Answered } from "../../parts/states.tsx";
import { useScope } from "../../session/session.ts";
import type { FailureGroup } from "./group.ts";
import { type MissingRecord, toClientMessage } from "./message-text.ts";

/** Domains that a message names. */
const NAMED_MAX = 10;

interface ClientMessageProps {
  readonly group: FailureGroup;
  /** What selects the messages of the group. */
  readonly senders: SenderParameters;
}

/** The next step as a message to a client, to read and to copy. */
export function ClientMessage({ group, senders }: ClientMessageProps) {
  const { parameters } = useFilter();
  const query = { ...parameters, ...senders, group_by: "domain" as const, page: 1, per_page: NAMED_MAX };
  const asked = useFailureGroups(query);
  const [largest] = asked.data?.data ?? [];
  const records = useMissingRecords(largest?.domain_id);
  return (
    <Answered asked={asked} what="the domains">
      {({ data, meta }) => {
        const domains = data.map(({ domain, failure_count: failed }) => ({
          name: domain ? toDomainText(domain) : "a deleted domain",
          failed,
        }));
        if (domains.length === 0) return <p>This group has just changed. Load the page again.</p>;
        const text = toClientMessage({ group, domains, domainCount: meta.total, period: meta.period, records });
        return (
          <div class="stack">
            <pre class="message">{text}</pre>
            <p class="actions">
              <CopyButton text={text} what="the message" />
            </p>
          </div>
        );
      }}
    </Answered>
  );
}

/** The DMARC record of a domain if DNS was looked up and has not got it. */
function useMissingRecords(domainId: string | undefined): readonly MissingRecord[] {
  const asked = useAnswer({
    key: ["dns", domainId],
    ask: (client, signal) => client.domains.readDns(domainId ?? "", { signal }),
    isReady: useScope("domains:read") && domainId !== undefined,
  });
  if (asked.data === undefined || asked.isPlaceholderData) return [];
  const { data, meta } = asked.data;
  if (!meta.missing.includes("dmarc")) return [];
  const { type, value } = data.dmarc;
  return [{ name: meta.published.dmarc.name, type, value }];
}
