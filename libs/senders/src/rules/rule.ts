import type { Cause } from "./cause.ts";
import type { GroupFacts } from "./group-facts.ts";
import type { SourceClass } from "./source-class.ts";

/** One line of the table of rules: messages of which `applies` is true have the class and the cause, unless an earlier rule applied. */
export interface Rule {
  readonly name: string;
  readonly class: SourceClass;
  readonly cause: Cause;
  readonly applies: (facts: GroupFacts) => boolean;
}
