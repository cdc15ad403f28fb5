import { countOf } from "../../format/numbers.ts";
import { describeField } from "../../format/warnings.ts";
import type { Explanation } from "./explanation.ts";

type Warning = Explanation["reports"][number]["warnings"][number];

/** What is odd in a report, although it can be read. */
export function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <details open={warnings.length <= 5}>
      <summary>{countOf(warnings.length, "warning")}; the report is readable</summary>
      <ul>
        {warnings.map(({ code, explanation, path, detail, count }) => (
          <li key={`${code} ${path} ${detail}`}>
            {explanation}
            {path && (
              <>
                {" "}
                <span class="muted">{describeField(path)}</span>
              </>
            )}
            {detail && (
              <>
                : <code>{detail}</code>
              </>
            )}
            {count > 1 && <span class="muted"> ({countOf(count, "time")})</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
