import type { Judged } from "./judge-labels.ts";
import { CLASSES, type SourceClass } from "./read-labels.ts";

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
