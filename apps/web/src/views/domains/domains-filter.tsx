import { ClientPicker } from "../../filter/client-picker.tsx";
import { useFilter } from "../../filter/filter.ts";
import { LabelPicker } from "../../filter/label-picker.tsx";
import { ParameterSelect, ParameterText } from "../../filter/parameter-fields.tsx";
import { DNS_STATE, POLICIES, STATUS } from "./words.ts";

const toOptions = (words: Readonly<Record<string, { readonly text: string }>>) =>
  Object.entries(words).map(([value, { text }]) => ({ value, text }));

const RATES = ["100", "99", "95", "90", "50"];
const SILENT_DAYS = ["3", "7", "14", "30"];

/** Which domains are listed. */
export function DomainsFilter() {
  const { filter, change } = useFilter();
  return (
    <search class="filter-bar many" aria-label="Which domains">
      <ParameterText label="Search" name="search" placeholder="name, client or label" />
      <ClientPicker chosen={filter.client} choose={(client) => change({ client })} />
      <LabelPicker chosen={filter.label} choose={(label) => change({ label })} />
      <ParameterSelect label="State" name="status" all="any state" options={toOptions(STATUS)} />
      <ParameterSelect label="DNS" name="dns" all="any" options={toOptions(DNS_STATE)} />
      <ParameterSelect
        label="Policy"
        name="policy"
        all="any policy"
        options={[...POLICIES.map((value) => ({ value, text: value })), { value: "unknown", text: "not known" }]}
      />
      <ParameterSelect
        label="Alerts"
        name="alerts"
        all="with or without"
        options={[{ value: "open", text: "with open alerts" }]}
      />
      <ParameterSelect
        label="Pass rate"
        name="below"
        all="any"
        options={RATES.map((value) => ({ value, text: `below ${value} %` }))}
      />
      <ParameterSelect
        label="Reports"
        name="silent"
        all="any"
        options={SILENT_DAYS.map((value) => ({ value, text: `none for ${value} days` }))}
      />
    </search>
  );
}
