import { countOf } from "../../format/numbers.ts";
import { describeField } from "../../format/warnings.ts";
import type { Report } from "./report-facts.tsx";

/** What is not as it should be in the document; nothing if all is. */
export function ReportWarnings({ report: { warnings, records_skipped: skipped } }: { readonly report: Report }) {
  if (warnings.length === 0 && skipped === 0) return null;
  return (
    <section class="notice warn" aria-label="Warnings">
      <h2>Warnings</h2>
      <ul>
        {skipped > 0 && <li>{countOf(skipped, "record")} could not be read.</li>}
        {warnings.map(({ code, explanation, path, count }) => (
          <li key={`${code} ${path}`}>
            {explanation}{" "}
            <span class="muted">
              {describeField(path)} {count > 1 && `${countOf(count, "time")}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
