import { useLocation } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { toDomainParameters, useFilter } from "../../filter/filter.ts";
import { FilterBar } from "../../filter/filter-bar.tsx";
import { ParameterText } from "../../filter/parameter-fields.tsx";
import { Choices } from "../../parts/choices.tsx";
import { CsvLink } from "../../parts/csv-link.tsx";
import { usePage } from "../../parts/pager.tsx";
import { Answered } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { AttentionList } from "./attention-list.tsx";
import { Evaluated } from "./evaluated.tsx";
import { ReasonChoices } from "./reason-choices.tsx";
import { readReason } from "./reasons.ts";

const PER_PAGE = 25;

/** Which domains need attention most, why, and what to do. */
export function AttentionView() {
  const { query: address } = useLocation();
  const { filter, linkTo } = useFilter();
  const isAcknowledged = address.show === "acknowledged";
  const reason = readReason(address.reason);
  const search = address.search || undefined;
  const isByClient = address.by === "client";
  const query = {
    ...toDomainParameters(filter),
    acknowledged: isAcknowledged ? ("true" as const) : ("false" as const),
    ...(search !== undefined && { search }),
  };
  const listed = { ...query, ...(reason && { reason }) };
  const sort = isByClient && { sort: "client" as const };
  const paged = { ...listed, ...sort, page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["attention", paged],
    ask: (client, signal) => client.attention.list(paged, { signal }),
  });
  return (
    <View title="Attention" lead={<Evaluated meta={asked.data?.meta} isAcknowledged={isAcknowledged} />}>
      <FilterBar hasPeriod={false} />
      <Panel
        title={isByClient ? "Clients, the most urgent first" : "Domains, the most urgent first"}
        actions={
          <CsvLink
            toPath={(client) => client.toCsvPath("listAttention", { query: listed })}
            what="what needs attention"
          />
        }
      >
        <Tabs
          label="Which reasons"
          tabs={[
            { text: "To look at", href: linkTo(paths.attention, { by: address.by }), isCurrent: !isAcknowledged },
            {
              text: "Acknowledged",
              href: linkTo(paths.attention, { by: address.by, show: "acknowledged" }),
              isCurrent: isAcknowledged,
            },
          ]}
        />
        <Choices
          label="Order"
          choices={[{ text: "By client", isChosen: isByClient, choose: { by: "client" }, leave: { by: undefined } }]}
        />
        <div class="filters">
          <ParameterText label="Search" name="search" placeholder="domain, client or label" />
        </div>
        <ReasonChoices query={query} chosen={reason} />
        <Answered asked={asked} what="what needs attention">
          {(answer) => (
            <AttentionList
              key={JSON.stringify(listed)}
              answer={answer}
              query={listed}
              isByClient={isByClient}
              isAcknowledged={isAcknowledged}
              isLimited={reason !== undefined || search !== undefined}
            />
          )}
        </Answered>
      </Panel>
    </View>
  );
}
