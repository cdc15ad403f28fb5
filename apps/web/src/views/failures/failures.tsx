import { useLocation } from "preact-iso";
import { useFilter } from "../../filter/filter.ts";
import { FilterBar } from "../../filter/filter-bar.tsx";
import { ParameterText } from "../../filter/parameter-fields.tsx";
import { describePeriod } from "../../filter/period.ts";
import { readSenders } from "../../filter/sender-filter.ts";
import { Hint } from "../../hints/hint.tsx";
import { Chosen } from "../../parts/chosen.tsx";
import { CsvLink } from "../../parts/csv-link.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { ClassChoices } from "./failure-choices.tsx";
import { FailureGroupList } from "./failure-group.tsx";
import { useSenderCauses } from "./failure-groups.ts";
import { FailuresVerdict } from "./failures-verdict.tsx";

/** Which senders fail most, why, and what to do about each. */
export function FailuresView() {
  const { parameters, filter } = useFilter();
  const senders = readSenders(useLocation().query);
  // What else selects has its own place.
  const { class: _class, header_from: _from, source_ip: _address, ...others } = senders;
  const asked = useSenderCauses(senders);
  const listed = { ...parameters, ...senders, group_by: "sender_cause" as const };
  const meta = asked.data?.meta;
  const lead = (meta === undefined || meta.page === 1) && (
    <span class="reserve-sentences">
      {asked.data && (
        <FailuresVerdict senders={senders} failed={asked.data.meta.total_failures} groups={asked.data.data} />
      )}
    </span>
  );
  return (
    <View title="Failures" lead={lead}>
      <FilterBar />
      <Panel
        title="What fails, and what to do"
        note={
          <>
            Causes are derived from <Hint term="spf">SPF</Hint>, <Hint term="dkim">DKIM</Hint>, their{" "}
            <Hint term="alignment">alignment</Hint> and sender data. Each text is about the address with the most
            messages.
          </>
        }
        actions={
          <CsvLink toPath={(client) => client.toCsvPath("listFailures", { query: listed })} what="senders that fail" />
        }
      >
        <div class="reserve-choices">
          <ClassChoices chosen={senders.class} />
        </div>
        <div class="filters">
          <ParameterText label="From domain" name="header_from" placeholder="news.example.com" />
          <ParameterText label="Address or range" name="source_ip" placeholder="192.0.2.0/24" />
        </div>
        <Chosen senders={others} />
        <Answered asked={asked} what="the failures">
          {({ data, meta }) =>
            data.length === 0 ? (
              <Empty
                title={`No ${Object.keys(senders).length > 0 ? "such " : ""}message failed in ${describePeriod(filter.period)}.`}
              />
            ) : (
              <>
                <FailureGroupList groups={data} senders={senders} />
                <Pager meta={meta} />
              </>
            )
          }
        </Answered>
      </Panel>
    </View>
  );
}
