import { decodeText } from "./entities.ts";
import type { Tag } from "./tag.ts";
import { detachText } from "./text.ts";

/** Far more than a document declares around its report. */
const PREFIXES_MAX = 64;
/** Reporters write the namespace of DMARC in many ways, some of them wrong. */
const DMARC_NAMESPACE = /dmarc/i;

/** A declaration of an open element, and what it hides. */
interface Declaration {
  readonly depth: number;
  readonly prefix: string;
  readonly hidden: string | undefined;
}

/**
 * The namespaces declared on and around `feedback` and on the elements of the report that are open. Any namespace will
 * do for the report; an element that is declared to be of another one is not part of it, whatever its local name. An
 * undeclared prefix is accepted: many reporters forget the declaration.
 */
export class Namespaces {
  readonly #byPrefix = new Map<string, string>();
  readonly #declarations: Declaration[] = [];
  #reportNamespace = "";
  #isDefaultForeign = false;

  get reportNamespace(): string {
    return this.#reportNamespace;
  }

  /** Depth of the innermost element that declared something inside of the report, 0 for none. */
  get depth(): number {
    return this.#declarations.at(-1)?.depth ?? 0;
  }

  /** Takes the declarations of a start tag around the report; inner ones replace outer ones. */
  add(tag: Tag | null): void {
    for (const [prefix, namespace] of listDeclarations(tag)) {
      if (this.#byPrefix.size >= PREFIXES_MAX) return;
      this.#byPrefix.set(prefix, namespace);
    }
  }

  /** Sets the namespace of the report, by the name of its root. */
  choose(name: string): void {
    this.#reportNamespace = detachText(this.#byPrefix.get(toPrefix(name)) ?? "");
    this.#isDefaultForeign = this.#isOther(this.#byPrefix.get(""));
  }

  /** Takes the declarations of an element of the report, which hold until `leave` with its depth. */
  enter(tag: Tag, depth: number): void {
    for (const [prefix, namespace] of listDeclarations(tag)) {
      if (this.#declarations.length >= PREFIXES_MAX) return;
      this.#declarations.push({ depth, prefix, hidden: this.#byPrefix.get(prefix) });
      this.#bind(prefix, namespace);
    }
  }

  leave(depth: number): void {
    for (let last = this.#declarations.at(-1); last && last.depth >= depth; last = this.#declarations.at(-1)) {
      this.#declarations.pop();
      this.#bind(last.prefix, last.hidden);
    }
  }

  /** True for an element that is declared to be of another vocabulary than the report. */
  isForeign(name: string, tag: Tag | null): boolean {
    const prefix = toPrefix(name);
    if (tag === null && prefix === "") return this.#isDefaultForeign;
    const own = listDeclarations(tag).find(([declared]) => declared === prefix);
    return this.#isOther(own === undefined ? this.#byPrefix.get(prefix) : own[1]);
  }

  #bind(prefix: string, namespace: string | undefined): void {
    if (namespace === undefined) this.#byPrefix.delete(prefix);
    else this.#byPrefix.set(prefix, namespace);
    if (prefix === "") this.#isDefaultForeign = this.#isOther(namespace);
  }

  #isOther(namespace = ""): boolean {
    return namespace !== "" && namespace !== this.#reportNamespace && !DMARC_NAMESPACE.test(namespace);
  }
}

function listDeclarations(tag: Tag | null): (readonly [prefix: string, namespace: string])[] {
  const found = (tag?.attributes ?? []).filter(([name]) => name === "xmlns" || name.startsWith("xmlns:"));
  return found.map(([name, value]) => [name.slice("xmlns:".length), decodeText(value, () => {}).trim()]);
}

function toPrefix(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? "" : name.slice(0, colon);
}
