const WORDS: Readonly<Record<string, string>> = {
  none: "let it pass",
  pass: "let it pass",
  quarantine: "marked it as spam (quarantine)",
  reject: "refused it (reject)",
};

/** What receivers did with most of the messages; a value that is none of the standard's as it is. */
export function describePolicy(disposition: string): string {
  return WORDS[disposition] ?? disposition;
}
