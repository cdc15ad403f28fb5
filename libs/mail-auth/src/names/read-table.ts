/** A reporter that is known: its names may only be used by mail from its own domains. */
export interface KnownReporter {
  /** Names, or parts of names and domains, that mean no other: `Google`, `web.de`. Spelling and separators do not matter. */
  readonly words: readonly string[];
  /** Names that others may have as a part of theirs: `Apple` means Apple Inc., `Apple Tree Ltd` does not. */
  readonly names: readonly string[];
  /** Organizational domains that belong to it, its users' mailboxes included. */
  readonly domains: readonly string[];
  /** Organizational domains of others that report for it, or in its name. */
  readonly delegates: readonly string[];
}

/** Reads lines of `words | names | domains | delegates`: the first two separated by commas, the others by spaces. */
export function readTable(text: string): KnownReporter[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [words = "", names = "", domains = "", delegates = ""] = line.split("|");
    return {
      words: toList(words, ","),
      names: toList(names, ","),
      domains: toList(domains, " "),
      delegates: toList(delegates, " "),
    };
  });
}

/** The names in a text, one per line or separated by spaces. */
export function toList(text: string, separator: RegExp | string): string[] {
  return text.split(separator).flatMap((item) => item.trim() || []);
}
