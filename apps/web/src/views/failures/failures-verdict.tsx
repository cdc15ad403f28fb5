import { useFailureGroups } from "../../data/use-mail.ts";
import { useFilter } from "../../filter/filter.ts";
import type { SenderParameters } from "../../filter/sender-filter.ts";
import type { FailureGroup } from "./group.ts";
import { toVerdictSentences } from "./verdict-sentences.ts";

interface FailuresVerdictProps {
  readonly senders: SenderParameters;
  readonly failed: number;
  /** The largest groups first. */
  readonly groups: readonly FailureGroup[];
}

/** How much failed, how much of it is forged, and the largest groups of the rest. */
export function FailuresVerdict({ senders, failed, groups }: FailuresVerdictProps) {
  const { parameters } = useFilter();
  const classes = useFailureGroups({ ...parameters, ...senders, group_by: "class" });
  const forged = useFailureGroups({ ...parameters, ...senders, class: "spoofed", group_by: "disposition" });
  if (failed === 0) return <>No message that failed DMARC was reported.</>;
  if (classes.data === undefined) return null;
  const known = { failed, classes: classes.data.data, forged: forged.data?.data, groups };
  return <>{toVerdictSentences(known).join(" ")}</>;
}
