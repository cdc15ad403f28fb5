import { domainToUnicode } from "node:url";
import { toDomainName } from "@ruaflow/dmarc";
import { decodeLabels, isOverlong } from "./tokens.ts";

/**
 * Scripts of living languages, each alone (Unicode Standard Annex 31, table 5), and the sets of scripts that one text uses (Unicode
 * Technical Standard 39, section 5.2). Others are not needed for names, and some of them look like Latin.
 */
const writingSystems = [
  ...["Latn", "Cyrl", "Grek", "Armn", "Hebr", "Arab", "Geor", "Ethi", "Thaa", "Deva", "Beng", "Guru", "Gujr", "Orya"],
  ...["Taml", "Telu", "Knda", "Mlym", "Sinh", "Thai", "Laoo", "Tibt", "Mymr", "Khmr"],
  ...["Latn Hani Hira Kana", "Latn Hani Bopo", "Latn Hani Hang"],
].map((scripts) => new RegExp(`^(?:${scripts.split(" ").map(toClass).join("|")}|\\p{scx=Zyyy}|\\p{scx=Zinh})*$`, "u"));

const allowed = /^[\p{L}\p{M}\p{Nd}\p{P}\s+<=>|~^`$®©]*$/u;
/** Signs of Chinese, Japanese and Korean between Latin letters: some are circles and strokes. `NTTドコモ` is a name. */
const enclosedSign =
  /(?=\p{L})\p{scx=Latn}[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}]+(?=\p{L})\p{scx=Latn}/u;
/** Punctuation of no script, other than ASCII, dashes, quotation marks and the middle dot: bullets and circles look like letters. */
const strangeSign = /(?![\x20-\x7e\p{Pd}\p{Pi}\p{Pf}\u201A\u201E\u00B7])(?=\p{P})\p{scx=Zyyy}/u;
/** Modifier letters and signs of no script: the glottal stop of Hawaiian and Ukrainian is an apostrophe. */
const letterOfNoScript = /(?![\u02BB\u02BC])(?=\p{L})\p{scx=Zyyy}/u;
/** Latin letters that are neither ASCII with accents nor of an official orthography: small capitals, and those of phonetics. */
const strangeLatin = /(?![a-zßẞæœøđðłħŧıŋþə])\p{scx=Latn}(?<=\p{L})/iu;
/** Letters written above others, and strokes through them. */
const strangeMark = /[\u0334-\u0338\u0363-\u036F]/u;

/**
 * True if a name shows what it says: letters, digits, spaces and punctuation of one script after NFKC, without invisible
 * characters. Labels of a domain name may have a script each.
 */
export function isPlainName(name: string): boolean {
  if (isOverlong(name) || !allowed.test(name.normalize("NFKC"))) return false;
  const domain = toDomainName(name);
  return domain === null ? isPlainText(decodeLabels(name)) : domainToUnicode(domain).split(".").every(isPlainText);
}

function isPlainText(text: string): boolean {
  const plain = text.normalize("NFKC");
  const parts = plain.normalize("NFD");
  if (!allowed.test(plain) || [letterOfNoScript, strangeSign, enclosedSign].some((strange) => strange.test(plain)))
    return false;
  return (
    ![strangeLatin, strangeMark].some((strange) => strange.test(parts)) &&
    writingSystems.some((system) => system.test(plain))
  );
}

function toClass(script: string): string {
  return `\\p{scx=${script}}`;
}
