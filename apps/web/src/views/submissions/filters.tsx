import { ParameterSelect, ParameterText } from "../../filter/parameter-fields.tsx";
import { describeReason, REASON_CODES } from "../../parts/arrivals/reasons.ts";
import { CHANNELS } from "../../parts/arrivals/words.ts";

const channels = Object.entries(CHANNELS).map(([value, text]) => ({ value, text }));
const reasons = REASON_CODES.map((value) => ({ value, text: describeReason(value) }));

/** Narrows the list by how a submission came, why it was not stored, and the domain that its reports state. */
export function Filters() {
  return (
    <search class="filters" aria-label="What to show">
      <ParameterSelect label="Arrived by" name="channel" all="any way" options={channels} />
      <ParameterSelect label="Reason" name="reason" all="any reason, or none" options={reasons} />
      <ParameterText label="Domain in the report, yours or not" name="about" placeholder="example.com" />
    </search>
  );
}
