import type { Figure } from "./figure.ts";
import type { Options } from "./options.ts";
import type { Parsedmarc } from "./parsedmarc/environment.ts";

/** The context of a part. */
export interface PartContext {
  readonly options: Options;
  /** Called only by the parts that need it, since it may have to be installed. */
  parsedmarc(): Promise<Parsedmarc>;
  /** Prints progress. */
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
