import type { Answer } from "@ruaflow/client";
import { countOf } from "../../format/numbers.ts";
import { Moment } from "../../parts/figures.tsx";

interface EvaluatedProps {
  readonly meta: Answer<"listAttention">["meta"];
  readonly isAcknowledged: boolean;
}

/** How many domains need attention, and when that was found out. */
export function Evaluated({ meta: { total, evaluated_at: at }, isAcknowledged }: EvaluatedProps) {
  if (at === null) return <>Nothing has been evaluated yet. The first round takes a few minutes.</>;
  const verb = total === 1 ? "needs" : "need";
  return (
    <>
      {countOf(total, "domain")} {isAcknowledged ? `with acknowledged reasons.` : `${verb} a look.`}{" "}
      <span class="muted">
        Evaluated about once a minute, last <Moment at={at} />.
      </span>
    </>
  );
}
