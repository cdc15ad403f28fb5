import { useLocation } from "preact-iso";
import { useSourceGroups } from "../../data/use-mail.ts";
import { useFilter } from "../../filter/filter.ts";
import { FilterBar } from "../../filter/filter-bar.tsx";
import { describePeriod } from "../../filter/period.ts";
import { readSenders, toSenderChange } from "../../filter/sender-filter.ts";
import { toDomainText } from "../../format/idn.ts";
import { UNNAMED } from "../../format/unnamed.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { FailureGroupList } from "../failures/failure-group.tsx";
import { useSenderCauses } from "../failures/failure-groups.ts";
import { SourceDays } from "../sources/source-days.tsx";
import { SourceDomains } from "../sources/source-domains.tsx";
import { Addresses } from "../sources/source-list.tsx";
import { SenderClasses } from "./sender-classes.tsx";
import { describeSender } from "./sender-words.ts";

/** A sender: what it sent, what of it fails and what to do, its domains and its addresses. */
export function SenderView() {
  const { query } = useLocation();
  const { linkTo } = useFilter();
  const { sender } = readSenders(query);
  if (sender === undefined)
    return (
      <View title="Sender">
        <Empty title="The address of this page names no sender.">
          <p>
            <a href={linkTo(paths.sources)}>To all senders</a>
          </p>
        </Empty>
      </View>
    );
  return <Sender key={sender} name={sender === "" ? null : sender} />;
}

function Sender({ name }: { readonly name: string | null }) {
  const { parameters, filter } = useFilter();
  const senders = { sender: name ?? "" };
  const totals = { ...parameters, ...senders, group_by: "sender" as const };
  const asked = useSourceGroups(totals);
  const failures = useSenderCauses(senders);
  const [group] = asked.data?.data ?? [];
  const lead = asked.data && describeSender(group, describePeriod(filter.period));
  const isDomain = group?.sender_kind === "hostname";
  const title = name === null ? `Senders with ${UNNAMED}` : toDomainText(name);
  return (
    <View
      title={title}
      heading={isDomain && name !== null ? <DomainName name={name} /> : title}
      lead={<span class="reserve-lead">{lead}</span>}
    >
      <FilterBar />
      <div class="reserve-chart">
        <SourceDays senders={senders} />
      </div>
      <div class="reserve-list">
        <Panel title="What fails, and what to do">
          <Answered asked={failures} what="its failures">
            {({ data }) =>
              data.length === 0 ? (
                <Empty title={`None of its messages failed in ${describePeriod(filter.period)}.`} />
              ) : (
                <FailureGroupList groups={data} senders={{}} />
              )
            }
          </Answered>
        </Panel>
      </div>
      <SenderClasses senders={senders} />
      <SourceDomains senders={senders} changes={toSenderChange("sender", name)} />
      <Addresses title="Addresses" records={senders} chosen={{}} isOfOne />
    </View>
  );
}
