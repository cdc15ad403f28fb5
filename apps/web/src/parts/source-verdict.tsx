import { showDomains } from "../format/idn.ts";
import type { SourceClass } from "./chips.tsx";
import { ClassChip } from "./chips.tsx";

interface SourceVerdictProps {
  readonly source: {
    readonly class?: SourceClass;
    readonly also?: readonly SourceClass[];
    readonly explanation?: string;
    readonly next_step?: string | null;
  };
}

/** What a source is, why, and what to do about it. */
export function SourceVerdict({ source }: SourceVerdictProps) {
  const { also = [], explanation, next_step: nextStep } = source;
  // All of it passes, and nothing is to be done: that needs no words.
  const isFine = source.class === "compliant" && also.length === 0 && nextStep === null;
  return (
    <div class="verdict">
      <p class="chips">
        {source.class && <ClassChip name={source.class} />}{" "}
        {also.length > 0 && <span class="muted">also {also.join(", ")}</span>}
      </p>
      {!isFine && explanation && <p>{showDomains(explanation)}</p>}
      {nextStep && (
        <p>
          <strong>Next:</strong> {showDomains(nextStep)}
        </p>
      )}
    </div>
  );
}
