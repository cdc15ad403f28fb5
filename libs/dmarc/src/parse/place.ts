import type { Container, PartEnd, ReportElement } from "./grammar.ts";
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

/**
 * An open element with those around it. A child that the grammar knows has one place, however often it is opened: what was learned
 * there is found again.
 */
export class Place {
  readonly element: ReportElement;
  readonly endTag: string;
  readonly parent: Place | null;
  readonly depth: number;
  // Most reports are small: a field has no children, and nothing is learned of it.
  #children: Map<string, Place> | null = null;
  #passages: Passage[] | null = null;

  constructor(element: ReportElement, endTag: string, parent: Place | null) {
    this.element = element;
    this.endTag = endTag;
    this.parent = parent;
    this.depth = parent === null ? 0 : parent.depth + 1;
  }

  /** The place of a child by its plain name; undefined when the grammar has none of this name here. */
  findChild(container: Container, name: string): Place | undefined {
    const known = this.#children?.get(name);
    if (known !== undefined) return known;
    const child = container.children.get(name);
    if (child === undefined) return undefined;
    const place = new Place(child.element, child.endTag, this);
    this.#children ??= new Map();
    this.#children.set(name, place);
    return place;
  }

  /** The passage that stands at `at`. */
  findPassage(text: string, at: number): Passage | undefined {
    return this.#passages?.find(({ source }) => text.startsWith(source, at));
  }

  learn({ source, ends, to }: Passage): void {
    this.#passages ??= [];
    const hasRoom = this.#passages.length < PASSAGES_MAX && source.length <= PASSAGE_LENGTH_MAX;
    // No passage begins with another: fields stand in neither.
    if (!hasRoom || this.findPassage(source, 0) !== undefined) return;
    this.#passages.push({ source: detachText(source), ends, to });
  }
}
