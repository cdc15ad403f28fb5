import { useLocation } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { countOf } from "../../format/numbers.ts";
import { CsvLink } from "../../parts/csv-link.tsx";
import { Pager, usePage } from "../../parts/pager.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { AddDomains } from "./adding/add-domains.tsx";
import { QuickAdd } from "./adding/quick-add.tsx";
import { toDomainQuery } from "./domain-list.ts";
import { DomainsFilter } from "./domains-filter.tsx";
import { DomainsTable } from "./domains-table.tsx";

const PER_PAGE = 50;

/** All domains: which need attention, and where they stand. */
export function DomainsView() {
  const { filter, change } = useFilter();
  const { query: address } = useLocation();
  const mayAdd = useScope("domains:write");
  const isAdding = mayAdd && address.add !== undefined;
  const query = toDomainQuery(filter, address);
  const page = { ...query, page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["domains", page],
    ask: (client, signal) => client.domains.list(page, { signal }),
  });
  const total = asked.data?.meta.total;
  const isFiltered = Object.keys(query).length > 1;
  return (
    <View
      title="Domains"
      lead={
        total !== undefined &&
        (isFiltered ? `${countOf(total, "domain matches", "domains match")}.` : countOf(total, "domain"))
      }
      actions={
        mayAdd &&
        !isAdding && (
          <button type="button" class="primary" onClick={() => change({ add: "yes" })}>
            Add many domains
          </button>
        )
      }
    >
      {isAdding ? <AddDomains close={() => change({ add: undefined })} /> : mayAdd && <QuickAdd />}
      <DomainsFilter />
      <Panel
        title="All domains"
        note="Figures cover the last 30 UTC days. The change is in percentage points against the 30 days before."
        actions={<CsvLink toPath={(client) => client.toCsvPath("listDomains", { query: query })} what="domains" />}
      >
        <Answered asked={asked} what="the domains">
          {({ data, meta }) =>
            data.length === 0 ? (
              <NoDomains isFiltered={isFiltered} mayAdd={mayAdd} />
            ) : (
              <>
                <DomainsTable domains={data} />
                <Pager meta={meta} />
              </>
            )
          }
        </Answered>
      </Panel>
    </View>
  );
}

function NoDomains({ isFiltered, mayAdd }: { readonly isFiltered: boolean; readonly mayAdd: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No domains match.">
        <p>
          <a href={paths.domains}>Show all domains</a>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No domains yet.">
      <p>
        {mayAdd ? "Add the domains that you send mail from." : "Sign in with a key that has domains:write to add some."}
      </p>
    </Empty>
  );
}
