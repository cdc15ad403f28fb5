/** `</count>` without its `<`, its `>`, or with blanks in it: longer than the name by these characters and the blanks. */
const EXTRA_LENGTH_MAX = 16;

const damaged = /(<?)\s*\/\s*([^\s<>/]+)\s*(>?)$/;

/**
 * The text of a field without the damaged end tag that it ends with, trimmed: `5/count>` and `5</count` are 5. Only a slash, the name and at
 * least one bracket of the tag are one.
 *
 * @param endTag as it would have been, `</count>`
 */
export function cutEndTag(text: string, endTag: string): string {
  const from = Math.max(0, text.length - endTag.length - EXTRA_LENGTH_MAX);
  const found = damaged.exec(text.slice(from));
  const [tag = "", start, name, end] = found ?? [];
  const isEndTag = `</${name}>` === endTag && (start !== "" || end !== "");
  return isEndTag ? text.slice(0, text.length - tag.length).trimEnd() : text;
}

/** Whether a text is nothing but a damaged end tag. */
export function isEndTag(text: string, endTag: string): boolean {
  return text !== "" && cutEndTag(text, endTag) === "";
}
