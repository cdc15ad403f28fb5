import type { Container, ReportElement } from "./element.ts";
import { detachText } from "./text.ts";

/**
 * An open element with those around it. A child that the grammar knows has one place, however often it is opened, in whatever
 * document: what is learned of a place is found again.
 */
export class Place {
  readonly element: ReportElement;
  readonly endTag: string;
  readonly parent: Place | null;
  readonly depth: number;
  /** Null as long as there are none: fields and unknown elements have none. */
  #children: Map<string, Place> | null = null;

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
    const element = container.children.get(name);
    if (element === undefined) return undefined;
    // The place outlives the document: the name must not keep its text.
    const own = detachText(name);
    const place = new Place(element, `</${own}>`, this);
    this.#children ??= new Map();
    this.#children.set(own, place);
    return place;
  }
}
