import type { Answer } from "@ruaflow/client";
import { countOf, formatCount } from "../../format/numbers.ts";
import { Moment } from "../../parts/figures.tsx";

interface EvaluatedProps {
  /** Absent: not there yet; its place is reserved. */
  readonly meta: Answer<"listAttention">["meta"] | undefined;
  readonly isAcknowledged: boolean;
}

/** How many domains need attention, and when that was found out. */
export function Evaluated({ meta, isAcknowledged }: EvaluatedProps) {
  return (
    <span class="reserve-sentences">
      {meta !== undefined && <Sentences meta={meta} isAcknowledged={isAcknowledged} />}
    </span>
  );
}

interface SentencesProps extends EvaluatedProps {
  readonly meta: Answer<"listAttention">["meta"];
}

function Sentences({ meta: { total, evaluated_at: at, forged_refused: refused }, isAcknowledged }: SentencesProps) {
  if (at === null) return <>Nothing has been evaluated yet. The first round takes about a minute.</>;
  const verb = total === 1 ? "needs" : "need";
  return (
    <>
      {countOf(total, "domain")} {isAcknowledged ? `with acknowledged reasons.` : `${verb} a look.`}{" "}
      {refused > 0 && <span class="good">{formatCount(refused)} forged messages were refused in 7 days. </span>}
      <span class="muted">
        Evaluated twice a minute, last <Moment at={at} />.
      </span>
    </>
  );
}
