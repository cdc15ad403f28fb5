import type { Figure } from "./figure.ts";
import type { Options } from "./options.ts";
import type { Parsedmarc } from "./parsedmarc/environment.ts";

/** What a part works with. */
export interface PartContext {
  readonly options: Options;
  /** Asked for only by the parts that need it: it may have to be installed. */
  parsedmarc(): Promise<Parsedmarc>;
  /** Says how far it is. */
  progress(text: string): void;
}

export interface PartOutput {
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
}

export interface Part {
  readonly name: string;
  readonly title: string;
  run(context: PartContext): Promise<PartOutput>;
}
