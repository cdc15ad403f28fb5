import { ofDomain, useFilter } from "../../../filter/filter.ts";
import { showDomains } from "../../../format/idn.ts";
import { countOf } from "../../../format/numbers.ts";
import { ClassChip } from "../../../parts/chips.tsx";
import { SenderLink } from "../../../parts/sender-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { Table } from "../../../parts/table.tsx";
import { Panel } from "../../../parts/view.tsx";
import { paths } from "../../../paths.ts";
import { formatRange, type Readiness } from "./words.ts";

/** Obstacles, by sender and cause. */
export function Obstacles({ readiness: { obstacles, domain_id: domain } }: { readonly readiness: Readiness }) {
  const { linkTo } = useFilter();
  return (
    <Panel
      title="Obstacles"
      note="The most messages first."
      actions={<a href={linkTo(paths.failures, ofDomain(domain))}>All failures</a>}
    >
      {obstacles.length === 0 ? (
        <Empty title="None of your mail fails in this period." />
      ) : (
        <Table
          caption="Obstacles"
          rows={obstacles}
          toKey={({ sender, source_ips: [address], class: name, cause }) => `${sender ?? address} ${name} ${cause}`}
          columns={[
            {
              title: "Sender",
              cell: ({ sender, sender_kind: kind }) => (
                <SenderLink name={sender} kind={kind} scope={ofDomain(domain)} />
              ),
            },
            { title: "Class", cell: ({ class: name }) => <ClassChip name={name} /> },
            { title: "Messages", isNumber: true, cell: ({ messages }) => formatRange(messages) },
            {
              title: "Why, and what to do",
              cell: ({ explanation, next_step: next }) => (
                <div class="words">
                  <p>{showDomains(explanation)}</p>
                  {next !== null && (
                    <p>
                      <strong>Next:</strong> {showDomains(next)}
                    </p>
                  )}
                </div>
              ),
            },
            { title: "Addresses", cell: (obstacle) => <Addresses obstacle={obstacle} domain={domain} /> },
          ]}
        />
      )}
    </Panel>
  );
}

const SHOWN = 3;

interface AddressesProps {
  readonly obstacle: Readiness["obstacles"][number];
  readonly domain: string;
}

/** The first addresses, each with its failed messages. */
function Addresses({ obstacle: { source_ips: addresses, sources }, domain }: AddressesProps) {
  const { linkTo } = useFilter();
  const shown = addresses.slice(0, SHOWN);
  const scope = ofDomain(domain);
  return (
    <>
      {shown.map((address) => (
        <div key={address}>
          <a href={linkTo(paths.records, { ...scope, source_ip: address, result: "fail" })}>{address}</a>
        </div>
      ))}
      {sources > shown.length && (
        <a href={linkTo(paths.sources, scope)}>and {countOf(sources - shown.length, "other")}</a>
      )}
    </>
  );
}
