import { toList } from "./read-table.ts";
import { toJoined, toShape } from "./tokens.ts";

/** Words that do not tell one name from another: legal forms, top-level domains, countries, and what every reporter does. */
const genericWords: ReadonlySet<string> = new Set(
  toList(
    `
    inc incorporated corp corporation co company llc llp lp ltd limited plc pty pvt pte gmbh mbh ag kg kgaa se ug ohg ev sa sas sasu
    sarl srl spa sro bv nv ab as asa aps oy oyj zoo jsc pjsc ooo pao oao zao kk gk group gruppe groupe grupo gruppo holding holdings
    international intl global worldwide europe european emea apac usa us uk germany deutschland france italia espana japan china india
    russia brasil canada australia austria schweiz switzerland nederland polska
    com net org info biz edu gov mil int eu de at ch fr it es nl be pl cz sk ru ua cn jp kr in br ca au nz se no dk fi pt gr hu ro io me
    the and of for by from via mail mails email emails webmail mailbox mailer daemon mx smtp imap server servers host hosted hosting
    dmarc rua ruf report reports reporting reporter aggregate feedback noreply no reply donotreply support help info postmaster abuse
    my our your new real secure secured private login verify verified auth admin service services security protection team official enterprise business online web cloud internet customer account accounts
    `,
    /\s+/,
  ).map(toJoined),
);

/** Shorter words are in words of all kinds. */
const GENERIC_LENGTH_MIN = 3;
const REST_LENGTH_MIN = 3;
const SHORT_GENERIC_LENGTH = 2;
const LONG_REST_MIN = 5;
const GENERIC_LENGTH_MAX = 14;

const genericShapes: ReadonlySet<string> = new Set([...genericWords].map(toShape));

/** Expects a word of `toReadings`. */
export function isGeneric(token: string): boolean {
  return genericShapes.has(toShape(token));
}

/** True for a word made of generic ones only, such as `hostmail`. */
export function isGenericCompound(token: string): boolean {
  return isGeneric(token) || listGenericEnds(token, GENERIC_LENGTH_MIN).has(token.length);
}

/** The rests of a word that has generic words written onto it, as `google` of `dmarcgooglereports`, and the word itself. */
export function listRests(token: string): string[] {
  return listSpans(token, GENERIC_LENGTH_MIN).filter((rest) => rest.length >= REST_LENGTH_MIN);
}

/** The same with shorter generic words, as in `mygoogle`: only rests that are no part of words of all kinds. */
export function listLongRests(token: string): string[] {
  return listSpans(token, SHORT_GENERIC_LENGTH).filter((rest) => rest.length >= LONG_REST_MIN);
}

/** The letters that tell a word from generic ones: `gun` of `mailgun`, none of `hostmail`. */
export function findOwnLetters(token: string): string {
  const [shortest = token] = listSpans(token, GENERIC_LENGTH_MIN).toSorted((one, other) => one.length - other.length);
  return shortest;
}

/** What remains of a word without generic words in front of it and behind it. */
function listSpans(token: string, lengthMin: number): string[] {
  const starts = [...listGenericEnds(token, lengthMin)];
  const backwards = listGenericEnds(reverse(token), lengthMin, reverse);
  const ends = [...backwards].map((end) => token.length - end);
  return starts.flatMap((start) => ends.filter((end) => end >= start).map((end) => token.slice(start, end)));
}

/** Up to where a word consists of generic words; 0 is among them. */
function listGenericEnds(token: string, lengthMin: number, toWord = (part: string) => part): Set<number> {
  const ends = new Set([0]);
  for (const start of ends) {
    for (let end = start + lengthMin; end <= Math.min(token.length, start + GENERIC_LENGTH_MAX); end += 1) {
      if (genericWords.has(toWord(token.slice(start, end)))) ends.add(end);
    }
  }
  return ends;
}

function reverse(text: string): string {
  return Array.from(text).toReversed().join("");
}
