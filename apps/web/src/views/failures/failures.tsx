import { useLocation } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { FilterBar } from "../../filter/filter-bar.tsx";
import { ParameterText } from "../../filter/parameter-fields.tsx";
import { readSenders } from "../../filter/sender-filter.ts";
import { Chosen } from "../../parts/chosen.tsx";
import { CsvLink } from "../../parts/csv-link.tsx";
import { usePage } from "../../parts/pager.tsx";
import { useSort } from "../../parts/sort.ts";
import { Answered } from "../../parts/states.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { FailureChoices } from "./failure-choices.tsx";
import { FailureList } from "./failure-list.tsx";
import { FailuresVerdict } from "./failures-verdict.tsx";

const PER_PAGE = 25;
const SORTS = ["failure_count", "source_ip", "first_seen", "last_seen"] as const;
const MOST_FIRST = "-failure_count";

/** Which senders fail most, why, and what to do about each. */
export function FailuresView() {
  const { parameters } = useFilter();
  const senders = readSenders(useLocation().query);
  // What else selects has its own place.
  const { service: _service, class: _class, header_from: _from, source_ip: _address, ...others } = senders;
  const listed = { ...parameters, ...senders, verdicts: true };
  const query = { ...listed, sort: useSort(SORTS, MOST_FIRST), page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["failures", query],
    ask: (client, signal) => client.reports.listFailures(query, { signal }),
  });
  const isFromMost = query.sort === MOST_FIRST && query.page === 1;
  return (
    <View title="Failures" lead={asked.data && <FailuresVerdict answer={asked.data} isFromMost={isFromMost} />}>
      <FilterBar />
      <Panel
        title="Senders that fail"
        note="Causes are derived from SPF, DKIM and sender data. Each comes with a next step."
        actions={
          <CsvLink toPath={(client) => client.toCsvPath("listFailures", { query: listed })} what="senders that fail" />
        }
      >
        <FailureChoices by="class" chosen={senders.class} />
        <FailureChoices by="service" chosen={senders.service} />
        <div class="filters">
          <ParameterText label="From domain" name="header_from" placeholder="news.example.com" />
          <ParameterText label="Address or range" name="source_ip" placeholder="192.0.2.0/24" />
        </div>
        <Chosen senders={others} />
        <Answered asked={asked} what="the failures">
          {(answer) => <FailureList answer={answer} isLimited={Object.keys(senders).length > 0} />}
        </Answered>
      </Panel>
    </View>
  );
}
