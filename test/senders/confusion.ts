import { type Cause, causes } from "@ruaflow/senders/rules";
import type { Judged } from "./judge-labels.ts";
import { CLASSES, isNamed, isOfCorpus, type SourceClass, type Step } from "./read-labels.ts";

/** How well the rules find one class. */
export interface ClassFigures {
  readonly class: SourceClass;
  readonly labelled: number;
  readonly judged: number;
  /** Share of the sources that the rules give this class whose label names it; NaN without any. */
  readonly precision: number;
  /** Share of the sources with this main label to which the rules give the class, as main or further one; NaN without any. */
  readonly recall: number;
}

/** Precision and recall for each class. A further class of a label, or of a verdict, counts where the main ones differ. */
export function measureClasses(judged: readonly Judged[]): ClassFigures[] {
  return CLASSES.map((wanted) => {
    const labelled = judged.filter(({ label }) => label.class === wanted);
    const found = judged.filter(({ verdict }) => verdict.class === wanted);
    const right = found.filter(({ label }) => label.class === wanted || label.also?.includes(wanted));
    const recalled = labelled.filter(({ verdict }) => verdict.class === wanted || verdict.also.includes(wanted));
    return {
      class: wanted,
      labelled: labelled.length,
      judged: found.length,
      precision: right.length / found.length,
      recall: recalled.length / labelled.length,
    };
  });
}

/** Rows: labels; columns: verdicts. */
export function countPairs(judged: readonly Judged[]): number[][] {
  return CLASSES.map((labelled) =>
    CLASSES.map(
      (found) => judged.filter(({ label, verdict }) => label.class === labelled && verdict.class === found).length,
    ),
  );
}

/** A line for each cause that a reader or the rules gave: labelled, found, precision and recall in percent; then one for next steps. */
export function countCauses(judged: readonly Judged[]): (string | number)[][] {
  const named = judged.flatMap(({ label, verdict }) =>
    !isOfCorpus(label) && isNamed(label) ? [{ label, verdict }] : [],
  );
  const rows = causes.map((cause) => {
    const labelled = named.filter(({ label }) => label.causes[0] === cause);
    const found = named.filter(({ verdict }) => verdict.cause === cause);
    const right = found.filter(({ label }) => label.causes.includes(cause));
    const recalled = labelled.filter(({ label, verdict }) => label.causes.includes(verdict.cause));
    return toRow(
      cause,
      [labelled.length, found.length],
      [right.length / found.length, recalled.length / labelled.length],
    );
  });
  const steps = countRight(judged).step / named.length;
  const seen = rows.filter(([, labelled, found]) => labelled !== 0 || found !== 0);
  return [...seen, toRow("next step", [named.length, named.length], [steps, steps])];
}

/** The sources with the class, one of the causes, and the next step of their label, of those whose label has all three. */
export function countRight(judged: readonly Judged[]): Record<"class" | "cause" | "step", number> {
  const right = { class: 0, cause: 0, step: 0 };
  for (const { label, verdict } of judged) {
    if (isOfCorpus(label) || !isNamed(label)) continue;
    right.class += Number(label.class === verdict.class);
    right.cause += Number(label.causes.includes(verdict.cause));
    right.step += Number(label.step === toStep(verdict));
  }
  return right;
}

function toRow(name: string, counts: readonly number[], shares: readonly number[]): (string | number)[] {
  return [name, ...counts, ...shares.map((share) => (Number.isNaN(share) ? "–" : `${(100 * share).toFixed(0)} %`))];
}

const STEPS: Partial<Record<Cause, Step>> = {
  ...{ forwarded_envelope_rewritten: "sign_at_origin", forwarded_unsigned: "sign_at_origin" },
  ...{ forwarded_dkim_broken: "nothing", spoofed_no_identity: "nothing", spoofed_foreign_identity: "nothing" },
  ...{ override_not_ours: "nothing", reporter_contradicts_itself: "nothing", temporary_errors: "wait" },
  ...{ dkim_never_passes: "ask", foreign_sender: "ask", not_enough_evidence: "wait" },
};

/** What a verdict asks for, as readers named it. */
function toStep({ cause, nextStep }: Judged["verdict"]): Step {
  return nextStep === null ? "nothing" : (STEPS[cause] ?? "set_up_service");
}
