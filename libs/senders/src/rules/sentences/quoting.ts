/** Longer names are cut: a sentence is mailed to people. */
const NAME_CHARS_MAX = 80;
/** More names are counted, not named. */
const NAMES_MAX = 3;

/** Names that need no quotation marks: those of domains, hosts, selectors and addresses. */
const PLAIN_NAME = /^[A-Za-z0-9._:-]+$/;
/** What could end a quotation, be markup, or not be seen for what it is. */
const HIDDEN = /[^ -~]|["'`<>&\\[\]{}|*~]/g;

/**
 * Text of a report as data within a sentence: bounded, printable ASCII, and in quotation marks unless it has the form of a name.
 */
export function quote(text: string): string {
  const short = text.length > NAME_CHARS_MAX ? `${text.slice(0, NAME_CHARS_MAX)}...` : text;
  return PLAIN_NAME.test(short) ? short : `"${short.replace(HIDDEN, "?")}"`;
}

/** "a", "a and b", "a, b, c and 4 more", each quoted. */
export function quoteAll(texts: readonly string[]): string {
  const unique = [...new Set(texts)];
  const named = unique.slice(0, NAMES_MAX).map(quote);
  const rest = unique.length - named.length;
  const words = rest > 0 ? [...named, `${rest} more`] : named;
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");
}

/** Text for evidence: printable and bounded as a domain name is, without quotation marks. */
export function toPrintable(text: string): string {
  return text.slice(0, 253).replace(/[^ -~]/g, "?");
}

/** Text that an operator or organization wrote: the name of a service, or what to do there. */
export function toPhrase(text: string): string {
  return text.slice(0, 200).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<]/gu, "?");
}
