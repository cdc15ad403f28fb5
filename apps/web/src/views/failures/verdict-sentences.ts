import { toDomainText } from "../../format/idn.ts";
import { countOf } from "../../format/numbers.ts";
import { UNNAMED } from "../../format/unnamed.ts";
import type { FailureGroup } from "./group.ts";

interface Failures {
  readonly failed: number;
  /** Failed messages by class. */
  readonly classes: readonly Pick<FailureGroup, "key" | "failure_count" | "share">[];
  /** Forged messages by disposition; absent: not known. */
  readonly forged?: readonly Pick<FailureGroup, "key" | "failure_count">[] | undefined;
  /** The largest groups first. */
  readonly groups: readonly Pick<FailureGroup, "sender" | "class" | "cause_description" | "share">[];
}

/** Groups that are named. */
const NAMED_MAX = 2;
/** Smaller groups are not named, in percent. */
const SHARE_MIN = 1;

/** What failed, in a few sentences: how much is forged and what became of it, and the largest groups of the rest. */
export function toVerdictSentences({ failed, classes, forged, groups }: Failures): string[] {
  const spoofed = classes.find(({ key }) => key === "spoofed");
  const others = groups.filter(({ class: name, share }) => name !== "spoofed" && share >= SHARE_MIN);
  return [
    `${countOf(failed, "message")} failed DMARC.`,
    ...(spoofed ? [`${describe(spoofed.share)} is forged${forged ? describeFate(forged) : ""}.`] : []),
    ...others
      .slice(0, NAMED_MAX)
      .map(
        ({ sender, cause_description: cause, share }) =>
          `${describe(share)} is from ${sender ? toDomainText(sender) : `senders with ${UNNAMED}`}: ${cause}.`,
      ),
  ];
}

function describe(share: number): string {
  return share === 0 ? "Less than 0.1 %" : `${share} %`;
}

const REFUSED: ReadonlySet<string | null> = new Set(["reject", "quarantine"]);

function describeFate(forged: NonNullable<Failures["forged"]>): string {
  const sum = (some: typeof forged) => some.reduce((total, { failure_count: count }) => total + count, 0);
  const [all, refused] = [sum(forged), sum(forged.filter(({ key }) => REFUSED.has(key)))];
  if (all === 0) return "";
  if (refused === all) return " and was refused";
  if (refused === 0) return ", and no receiver refused it";
  return `; receivers refused ${countOf(refused, "message")} of it`;
}
