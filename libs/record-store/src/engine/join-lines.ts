const LINES_MAX = 1_000;

/** Lines as texts of a thousand each, every line with its break: many lines in one text would be copied as a whole. */
export function* joinLines(lines: readonly string[]): Generator<string> {
  for (let start = 0; start < lines.length; start += LINES_MAX) {
    yield `${lines.slice(start, start + LINES_MAX).join("\n")}\n`;
  }
}
