import type { Client } from "@ruaflow/client";
import { countOf, formatRate, toPercent } from "../../format/numbers.ts";

export type FailuresAnswer = Awaited<ReturnType<Client["reports"]["listFailures"]>>;

interface FailuresVerdictProps {
  readonly answer: FailuresAnswer;
  /** Whether the first row is the sender that fails most. */
  readonly isFromMost: boolean;
}

/** How many messages failed, who sent most of them, and what to do about that. */
export function FailuresVerdict({ answer: { data, meta }, isFromMost }: FailuresVerdictProps) {
  const { total_failures: failed } = meta;
  if (failed === 0) return <>No message that failed DMARC was reported.</>;
  const most = isFromMost ? data[0] : undefined;
  return (
    <>
      {countOf(failed, "message")} from {countOf(meta.total, "address", "addresses")} failed DMARC.{" "}
      {most && (
        <>
          Most, {formatRate(toPercent(most.failure_count, failed))}, came from{" "}
          {most.service ? `${most.service} (${most.source_ip})` : most.source_ip}. {most.next_step}
        </>
      )}
    </>
  );
}
