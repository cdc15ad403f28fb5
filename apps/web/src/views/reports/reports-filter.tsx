import { useLocation } from "preact-iso";
import { FilterBar } from "../../filter/filter-bar.tsx";
import { ParameterSelect, ParameterText } from "../../filter/parameter-fields.tsx";
import { readRecordFilters } from "../../filter/sender-filter.ts";
import { TRUST } from "../../format/trust.ts";
import { Chosen } from "../../parts/chosen.tsx";
import { MailFields } from "../../parts/mail-fields.tsx";

/** Which reports are listed. */
export function ReportsFilter() {
  // The other filters have fields.
  const {
    source_ip: _address,
    result: _result,
    disposition: _disposition,
    reporter: _reporter,
    ...others
  } = readRecordFilters(useLocation().query);
  return (
    <>
      <FilterBar />
      <search class="filter-bar many" aria-label="Which reports">
        <ParameterText label="Reporter" name="reporter" placeholder="full name" />
        <ParameterText label="Address or range" name="source_ip" placeholder="192.0.2.0/24" />
        <ParameterSelect
          label="Trust"
          name="trust"
          all="any"
          options={Object.entries(TRUST).map(([value, text]) => ({ value, text }))}
        />
        <MailFields label="With mail that" />
      </search>
      <Chosen senders={others} />
    </>
  );
}
