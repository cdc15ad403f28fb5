/** A name in the text of a statement, or a keyword. */
export interface Word {
  readonly name: string;
  /** An opening parenthesis follows at once, as ClickHouse writes calls; it puts a space after keywords. */
  readonly isCalled: boolean;
}

const TOKENS =
  /'(?:[^'\\]|\\.)*'|\{\w+:(?<type>(?:'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[^{}'`])*)\}|(?<brace>\{)|(?:`(?<quoted>(?:[^`\\]|\\.)*)`|"(?<double>(?:[^"\\]|\\.)*)"|(?<word>[\p{L}_$][\p{L}\p{N}_$]*))(?<call>\()?/gsu;

/**
 * The words of a statement in ClickHouse's canonical form, in which nothing is a comment and no letter of a name is escaped, and
 * the types of its `{name:Type}`. They are all there, also those of clauses that the printed syntax tree leaves out, as the
 * conditions of SHOW TABLES.
 */
export function readCanonicalText(text: string): { words: Word[]; placeholderTypes: string[] } {
  const words: Word[] = [];
  const placeholderTypes: string[] = [];
  for (const { groups: { type, brace, quoted, double, word, call } = {} } of text.matchAll(TOKENS)) {
    const name = quoted ?? double ?? word;
    if (name !== undefined) words.push({ name, isCalled: call !== undefined });
    // A brace that opens no placeholder that is read here is no type either, and is refused as one.
    const written = type ?? brace;
    if (written !== undefined) placeholderTypes.push(written);
  }
  return { words, placeholderTypes };
}
