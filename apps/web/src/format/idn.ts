import { decodePunycode } from "./punycode.ts";

/*
 * Which labels browsers show in Unicode: those of one script in common use, or of one of the combinations that East Asian languages
 * write (UTS 39, "highly restrictive", as in Chromium's IDN policy). All others stay A-labels.
 */
const allowed: readonly RegExp[] = [
  // Without letters that read like others: dotless i, kra, long s, small letter l with middle dot.
  /^(?:[a-z0-9-]|[ßà-öø-ÿ]|(?![ıĳĸŀŉſ])[ā-ž]|[ơưșțạ-ỹ])+$/u,
  /^(?:[a-z0-9-]|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|[々〆ー])+$/u,
  /^(?:[a-z0-9-]|\p{sc=Han}|\p{sc=Hangul})+$/u,
  /^(?:[a-z0-9-]|\p{sc=Han}|\p{sc=Bopomofo})+$/u,
  /^[а-яёѓќєѕіїјљњћџґўђ0-9-]+$/u,
  /^[ͱ-ώ0-9-]+$/u,
  ...["Arabic", "Hebrew", "Devanagari", "Thai"].map((script) => new RegExp(`^(?:\\p{sc=${script}}|[0-9-])+$`, "u")),
];

/** Labels of nothing but letters that look like Latin ones (whole-script confusables). */
const LIKE_LATIN = /^(?:[асеорхуіјѕьпгһԁԛԝӏ0-9-]+|[αικνρυωηοτγχ0-9-]+)$/u;
/** East Asian strokes beside Latin letters, where they read like a slash or a hyphen. */
const LIKE_SLASH = /[a-z0-9][ノンソゾー丶丿]|[ノンソゾー丶丿][a-z0-9]/u;
/** Marks that could hide on another letter, and what is not seen. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zs}]|^\p{M}|(\p{M})\1/u;

/** A domain name with the labels in Unicode that could not be taken for another name; the others as they are. */
export function toUnicodeDomain(name: string): string {
  if (!name.includes("xn--")) return name;
  return name.split(".").map(toUnicodeLabel).join(".");
}

/** The same where a text has no elements: "bücher.example (xn--bcher-kva.example)". */
export function toDomainText(name: string): string {
  const unicode = toUnicodeDomain(name);
  return unicode === name ? name : `${unicode} (${name})`;
}

/** Names with an A-label within a sentence. */
const NAMES = /(?:[a-z0-9_-]+\.)*xn--[a-z0-9-]+(?:\.[a-z0-9-]+)*/g;

/** A sentence of the service with each internationalized name in Unicode and its A-label beside it. */
export function showDomains(sentence: string): string {
  return sentence.replaceAll(NAMES, toDomainText);
}

function toUnicodeLabel(label: string): string {
  if (!label.startsWith("xn--")) return label;
  const text = decodePunycode(label.slice(4));
  if (text === null || !isSafe(text) || toALabel(text) !== label) return label;
  return text;
}

function isSafe(text: string): boolean {
  const isLikeAnother = LIKE_LATIN.test(text) || LIKE_SLASH.test(text) || HIDDEN.test(text);
  return !isLikeAnother && allowed.some((form) => form.test(text));
}

/** As the browser reads it: what it would map to another name is not what was decoded. */
function toALabel(text: string): string | null {
  const { hostname } = URL.parse(`http://${text}.example`) ?? {};
  return hostname?.replace(/\.example$/, "") ?? null;
}
