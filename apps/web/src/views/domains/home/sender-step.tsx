import { ClassChip } from "../../../parts/chips.tsx";
import type { Readiness } from "../readiness/words.ts";

interface SenderStepProps {
  /** `null`: mail of no known service. */
  readonly sender: string | null;
  readonly failed: number;
  /** Absent: not known yet. */
  readonly obstacles: Readiness["obstacles"] | undefined;
}

/** The classes of a sender's failing mail, and the next step for the largest part of it. */
export function SenderStep({ sender, failed, obstacles = [] }: SenderStepProps) {
  if (failed === 0) return <ClassChip name="compliant" />;
  const own = obstacles.filter(({ service }) => service === sender);
  const step = own.find(({ next_step: next }) => next !== null)?.next_step;
  return (
    <div class="words">
      <p class="chips">
        {[...new Set(own.map(({ class: name }) => name))].map((name) => (
          <ClassChip key={name} name={name} />
        ))}
      </p>
      {step && <p>{step}</p>}
    </div>
  );
}
