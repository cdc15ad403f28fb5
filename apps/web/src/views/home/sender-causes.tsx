import type { Client } from "@ruaflow/client";
import { showDomains } from "../../format/idn.ts";
import { ClassChip } from "../../parts/chips.tsx";

export type Cause = Awaited<ReturnType<Client["reports"]["readFailureGroups"]>>["data"][number];

interface SenderCausesProps {
  /** The most messages first. */
  readonly causes: readonly Pick<Cause, "class" | "explanation" | "next_step">[];
  readonly hasFailed: boolean;
}

/** The classes of a sender's failing mail, and what to do about the largest part of it that something can be done about. */
export function SenderCauses({ causes, hasFailed }: SenderCausesProps) {
  if (!hasFailed) return <ClassChip name="compliant" />;
  const classes = new Set(causes.flatMap(({ class: name }) => name ?? []));
  const step = causes.find(({ next_step: next }) => next)?.next_step;
  return (
    <div class="words">
      <p class="chips">
        {[...classes].map((name) => (
          <ClassChip key={name} name={name} />
        ))}
      </p>
      <p>{showDomains(step ?? causes[0]?.explanation ?? "")}</p>
    </div>
  );
}
