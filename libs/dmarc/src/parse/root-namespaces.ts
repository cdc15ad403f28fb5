import { decodeText } from "./entities.ts";
import type { Tag } from "./tag.ts";
import { detachText } from "./text.ts";

/** Far more than a document declares around its report. */
const prefixesMax = 64;

/** Remembers the namespaces declared on `feedback` and around it. The report keeps its own; none decides anything. */
export class RootNamespaces {
  readonly #byPrefix = new Map<string, string>();
  #reportNamespace = "";

  get reportNamespace(): string {
    return this.#reportNamespace;
  }

  /** Takes the declarations of a start tag; inner ones replace outer ones. */
  add(tag: Tag | null): void {
    for (const [name, value] of tag?.attributes ?? []) {
      if (this.#byPrefix.size >= prefixesMax) return;
      if (name === "xmlns" || name.startsWith("xmlns:")) this.#byPrefix.set(name.slice("xmlns:".length), value);
    }
  }

  /** Settles the namespace of the element of this name. */
  choose(name: string): void {
    const colon = name.indexOf(":");
    const raw = this.#byPrefix.get(colon < 0 ? "" : name.slice(0, colon)) ?? "";
    this.#reportNamespace = detachText(decodeText(raw, () => {}).trim());
  }
}
