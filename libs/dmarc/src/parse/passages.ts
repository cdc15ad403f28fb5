import type { PartEnd } from "./element.ts";
import type { Place } from "./place.ts";
import { detachText } from "./text.ts";

/** From the end tag of one field to the start tag of the next, as a document has it between its records again and again. */
export interface Passage {
  /** As it stands in the document, both tags included. */
  readonly source: string;
  /** The parts that end in it, in order. */
  readonly ends: readonly Exclude<PartEnd, "none" | "report">[];
  /** The place of the next field. */
  readonly to: Place;
}

const PASSAGES_MAX = 8;
const PASSAGE_LENGTH_MAX = 1024;

/** What one document has behind its fields. */
export class Passages {
  readonly #byPlace = new Map<Place, Passage[]>();

  /** The passage that stands at `at`, behind a field at `place`. */
  find(place: Place, text: string, at: number): Passage | undefined {
    return this.#byPlace.get(place)?.find(({ source }) => text.startsWith(source, at));
  }

  learn(place: Place, { source, ends, to }: Passage): void {
    const known = this.#byPlace.get(place) ?? [];
    const hasRoom = known.length < PASSAGES_MAX && source.length <= PASSAGE_LENGTH_MAX;
    if (!hasRoom || known.some((other) => other.source === source)) return;
    this.#byPlace.set(place, [...known, { source: detachText(source), ends, to }]);
  }
}
