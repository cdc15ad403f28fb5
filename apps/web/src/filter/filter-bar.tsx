import { ClientPicker } from "./client-picker.tsx";
import { DomainPicker } from "./domain-picker.tsx";
import { useFilter } from "./filter.ts";
import { PeriodPicker } from "./period-picker.tsx";

/** What the view looks at: one client or all, one domain or all, and a period. */
export function FilterBar({ hasPeriod = true }: { readonly hasPeriod?: boolean }) {
  const { filter, change, changePeriod } = useFilter();
  return (
    <search class="filter-bar" aria-label="What to look at">
      <ClientPicker chosen={filter.client} choose={(client) => change({ client, domain: undefined })} />
      <DomainPicker chosen={filter.domainId} client={filter.client} choose={(domain) => change({ domain })} />
      {filter.label !== undefined && (
        <button type="button" class="chip" onClick={() => change({ label: undefined })}>
          label {filter.label} <span aria-hidden="true">×</span>
          <span class="unseen">: show all labels</span>
        </button>
      )}
      {hasPeriod && <PeriodPicker period={filter.period} choose={changePeriod} />}
    </search>
  );
}

/** The period of a view that is about one domain or client. */
export function PeriodBar() {
  const { filter, changePeriod } = useFilter();
  return (
    <search class="filter-bar" aria-label="Period">
      <PeriodPicker period={filter.period} choose={changePeriod} />
    </search>
  );
}
