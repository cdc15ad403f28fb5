import { toDomainName } from "../domain-name.ts";
import type { KnownValues } from "./known-values.ts";
import { detachText } from "./text.ts";
import type { WarningList } from "./warnings.ts";

const DOMAIN_CACHE_SIZE_MAX = 1024;

/** True for the text of an envelope address of which only the domain is kept. */
export function hasLocalPart(text: string | null): boolean {
  return text?.includes("@") ?? false;
}

/** Makes the texts of fields typed values, and notes what is unusual in them. */
export class ValueReader {
  readonly warnings: WarningList;
  readonly #isForm1: boolean;
  /** Records repeat their domains. Only what is unchanged and usual is remembered: it has no warning to repeat. */
  readonly #usualDomains = new Set<string>();

  /** @param isForm1 reads as releases before form 2 of the content did */
  constructor(warnings: WarningList, { isForm1 = false } = {}) {
    this.warnings = warnings;
    this.#isForm1 = isForm1;
  }

  /** A value of a list in lower case; `""` and a warning when it is absent. */
  readRequired(text: string | null, path: string, known: KnownValues): string {
    return text === null ? this.#missing(path) : this.readListed(text, path, known);
  }

  readListed(text: string, path: string, known: KnownValues): string {
    const usual = known.get(text);
    if (usual !== undefined) return usual;
    if (text === "") return this.#empty(path);
    const lower = text.toLowerCase();
    const other = known.get(lower);
    this.warnings.add(other === undefined ? "unknown-value" : "letter-case", path, text);
    return other ?? lower;
  }

  /** As `readListed`, `null` for an element that is absent. */
  readOptional(text: string | null, path: string, known: KnownValues): string | null {
    return text === null ? null : this.readListed(text, path, known);
  }

  /** A text that a report should have: `""` and a warning when it is absent. */
  readText(text: string | null, path: string): string {
    if (text === null) return this.#missing(path);
    return text === "" ? this.#empty(path) : text;
  }

  /**
   * A domain in lower case: of an address the part behind `@`, without angle brackets and trailing dot, as A-label.
   * Text that is not a domain name stays as it is.
   */
  readDomain(text: string | null, path: string): string {
    if (text !== null && this.#usualDomains.has(text)) return text;
    const written = this.readText(text, path);
    if (written === "") return "";
    const bare = written.replace(/^<(.*)>$/, "$1").trim();
    const name = toDomainName(bare.slice(bare.lastIndexOf("@") + 1));
    if (name === null) this.warnings.add("unknown-value", path, written);
    else if (name !== written.toLowerCase()) this.warnings.add("value-rewritten", path, written);
    if (name === written) this.#rememberUsual(name);
    return name ?? written.toLowerCase();
  }

  /**
   * The domain of an envelope address: a local part names a person, and is not kept. Text without one stays as it is, the null
   * sender `<>` is `""`.
   */
  readEnvelope(text: string | null, path: string): string | null {
    if (text === "<>") return "";
    if (text === null || this.#isForm1 || !hasLocalPart(text)) return text;
    const domain = text
      .slice(text.lastIndexOf("@") + 1)
      .replace(/>$/, "")
      .trim();
    const name = toDomainName(domain);
    this.warnings.add(name === null ? "unknown-value" : "value-rewritten", path, domain);
    return name ?? domain.toLowerCase();
  }

  #rememberUsual(domain: string): void {
    if (this.#usualDomains.size >= DOMAIN_CACHE_SIZE_MAX) this.#usualDomains.clear();
    this.#usualDomains.add(detachText(domain));
  }

  #missing(path: string): string {
    this.warnings.add("missing-element", path);
    return "";
  }

  #empty(path: string): string {
    this.warnings.add("empty-element", path);
    return "";
  }
}
